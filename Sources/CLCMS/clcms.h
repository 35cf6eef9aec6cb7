/// Little CMS 2, and the pixel formats that are used of it: Swift does not see macros that compute.
#ifndef CLCMS_H
#define CLCMS_H

#include <lcms2.h>
#include <lcms2_plugin.h>

/// Planes of 8-bit samples, one behind the other.
static const cmsUInt32Number CLCMS_GRAY = TYPE_GRAY_8;
static const cmsUInt32Number CLCMS_RGB_PLANES = TYPE_RGB_8_PLANAR;
/// 255 is paper without ink.
static const cmsUInt32Number CLCMS_LIGHT_CMYK_PLANES =
    COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | BYTES_SH(1) | FLAVOR_SH(1) | PLANAR_SH(1);

#endif
