/* SPDX-License-Identifier: MIT
 * Little CMS: open a colour profile from memory and read each of its tags. */
#include "target.h"
#include <lcms2.h>

static void quiet(cmsContext context, cmsUInt32Number code, const char *text)
{
    (void)context; (void)code; (void)text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cmsSetLogErrorHandler(quiet);
    cmsHPROFILE profile = cmsOpenProfileFromMem(data, (cmsUInt32Number)size);
    if (!profile) return 0;
    cmsInt32Number count = cmsGetTagCount(profile);
    for (cmsInt32Number i = 0; i < count; i++)
        cmsReadTag(profile, cmsGetTagSignature(profile, (cmsUInt32Number)i));
    cmsCloseProfile(profile);
    return 0;
}
