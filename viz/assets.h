/* SPDX-License-Identifier: MIT
 * The files of an HTML report that are the same in each. */
#ifndef RETREAD_VIZ_ASSETS_H
#define RETREAD_VIZ_ASSETS_H

extern const char assets_style[];  /* style.css */
extern const char assets_script[]; /* app.js */
extern const char assets_icon[];   /* icon.svg */

#endif
