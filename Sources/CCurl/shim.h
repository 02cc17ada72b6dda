#ifndef TICKWIRE_CCURL_SHIM_H
#define TICKWIRE_CCURL_SHIM_H

// libcurl's setters and getters are variadic, which Swift cannot call. Each function here is one of them at one type.

#include <curl/curl.h>
#include <stddef.h>

typedef size_t (*tickwire_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode tickwire_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode tickwire_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode tickwire_curl_set_headers(CURL *easy, struct curl_slist *headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

// Copies the bytes.
static inline CURLcode tickwire_curl_set_post(CURL *easy, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

// Opens sockets in place of libcurl, so that the caller can look at each address first.
static inline CURLcode tickwire_curl_set_socket_opener(CURL *easy, curl_opensocket_callback opener, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode tickwire_curl_set_body_sink(CURL *easy, tickwire_curl_sink sink, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, sink);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode tickwire_curl_set_header_sink(CURL *easy, tickwire_curl_sink sink, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, sink);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

// The text form of this option came with 7.85; Ubuntu 22.04 has 7.81.
// https://curl.se/libcurl/c/CURLOPT_PROTOCOLS_STR.html
static inline CURLcode tickwire_curl_set_protocols(CURL *easy, int https_only) {
#if LIBCURL_VERSION_NUM >= 0x075500
    const char *allowed = https_only ? "https" : "http,https";
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, allowed);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, allowed);
#else
    long allowed = https_only ? CURLPROTO_HTTPS : (CURLPROTO_HTTP | CURLPROTO_HTTPS);
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS, allowed);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, allowed);
#endif
}

static inline CURLcode tickwire_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode tickwire_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode tickwire_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// A finished transfer as plain fields: CURLMsg keeps its result in a union.
static inline CURL *tickwire_curl_next_finished(CURLM *multi, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

#endif
