/*
 * Puts back what node-api-headers leaves out: the call by which a finalizer waits for the end of a garbage
 * collection. node-addon-api uses it when this macro is set; without it Electron 33 aborts.
 */
#pragma once
#include <js_native_api.h>

#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER

EXTERN_C_START
NAPI_EXTERN napi_status NAPI_CDECL node_api_post_finalizer(node_api_nogc_env env,
                                                           napi_finalize finalize,
                                                           void* data,
                                                           void* hint);
EXTERN_C_END
