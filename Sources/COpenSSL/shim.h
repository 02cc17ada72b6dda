// What Swift cannot import from OpenSSL: macros over SSL_ctrl and friends, stack accessors, and variadic functions.
#ifndef TICKWIRE_COPENSSL_SHIM_H
#define TICKWIRE_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "Tickwire needs OpenSSL 3.0 or newer (apt: libssl-dev, brew: openssl@3)"
#endif

static inline int tickwire_SSL_CTX_only_tls13(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION)
        && SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION);
}

// The SSL_OP_ constants are built by a function-like macro.
static inline void tickwire_SSL_CTX_set_common_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE
        | SSL_OP_PRIORITIZE_CHACHA);
}

static inline void tickwire_SSL_CTX_set_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_mode(context, mode);
}

static inline void tickwire_SSL_CTX_set_session_cache_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}

static inline int tickwire_SSL_CTX_set_groups(SSL_CTX *context, const char *groups) {
    return SSL_CTX_set1_groups_list(context, groups);
}

static inline int tickwire_SSL_CTX_add1_chain_cert(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate);
}

static inline int tickwire_SSL_set_server_name(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, name);
}

// EVP_PKEY_Q_keygen is variadic; EVP_EC_gen is the macro over it.
static inline EVP_PKEY *tickwire_EVP_PKEY_new_p256(void) {
    return EVP_EC_gen("P-256");
}

static inline long tickwire_BIO_get_mem_data(BIO *bio, char **data) {
    return BIO_get_mem_data(bio, data);
}

#endif
