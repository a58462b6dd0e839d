/* SPDX-License-Identifier: MIT
 * The files of an HTML report that are the same in each, and the templates of its pages. */
#ifndef RETREAD_VIZ_ASSETS_H
#define RETREAD_VIZ_ASSETS_H

extern const char assets_style[];  /* style.css */
extern const char assets_script[]; /* app.js */
extern const char assets_icon[];   /* icon.svg */

/* The template pages/NAME.html; NULL: there is none. */
const char *assets_find_page(const char *name);

#endif
