// The floor under a server that speaks TLS through OpenSSL: accepts TLS 1.3 connections and does nothing but SSL_write the same
// bytes to each, at a rate. No such server can spend less. What it spends is measured from outside, as with any other.
// usage: tickwire-bench-floor CERTIFICATE KEY        (prints "port N" once it listens)
//
// A command on stdin, "ticks COUNT BYTES PER_SECOND", answered by "done" after the last write. The bytes begin with the tick's time,
// "@TS" and sixteen digits (microseconds since 1970), which tickwire-bench-sinks can read.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { connections_max = 20000 };

static const unsigned char protocol[] = "\x0atickwire/1";
static SSL *peers[connections_max];
static int peer_count;

static void fail(const char *what) {
    fprintf(stderr, "tickwire-bench-floor: %s\n", what);
    exit(1);
}

static int select_protocol(SSL *ssl, const unsigned char **out, unsigned char *length, const unsigned char *in,
                           unsigned int in_length, void *unused) {
    (void)ssl, (void)unused;
    return SSL_select_next_proto((unsigned char **)out, length, protocol, sizeof protocol - 1, in, in_length) ==
                   OPENSSL_NPN_NEGOTIATED
               ? SSL_TLSEXT_ERR_OK
               : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static SSL_CTX *make_context(const char *certificate, const char *key) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");  // What Tickwire's server prefers.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 1);
    SSL_CTX_set_alpn_select_cb(context, select_protocol, NULL);
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1) fail("the certificate cannot be read");
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) fail("the key cannot be read");
    return context;
}

static int listen_on_loopback(void) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (void *)&address, sizeof address) || listen(listener, 4096)) fail("cannot listen");
    getsockname(listener, (void *)&address, &length);
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

static void accept_one(int listener, SSL_CTX *context) {
    int one = 1, socket_ = accept(listener, NULL, NULL);
    if (peer_count == connections_max) fail("too many connections");
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, socket_);
    if (SSL_accept(ssl) != 1) fail("a handshake failed");
    peers[peer_count++] = ssl;
}

static void sleep_until(struct timespec start, double seconds) {
    double at = start.tv_sec + start.tv_nsec / 1e9 + seconds;
    struct timespec wake = {.tv_sec = (time_t)at, .tv_nsec = (long)((at - (time_t)at) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
}

static void stamp(char *payload, int bytes) {
    struct timespec now;
    char text[20];
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(text, sizeof text, "@TS%016lld", (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
    if (bytes >= 19) memcpy(payload, text, 19);
}

static void deliver(int ticks, int bytes, double rate) {
    char *payload = malloc(bytes);
    memset(payload, 'A', bytes);
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int tick = 0; tick < ticks; tick++) {
        sleep_until(start, tick / rate);
        stamp(payload, bytes);
        for (int i = 0; i < peer_count; i++)
            if (SSL_write(peers[i], payload, bytes) != bytes) fail("a write failed");
    }
    free(payload);
    printf("done\n");
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count != 3) fail("usage: CERTIFICATE KEY");
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *context = make_context(arguments[1], arguments[2]);
    struct pollfd sources[] = {{.fd = 0, .events = POLLIN}, {.fd = listen_on_loopback(), .events = POLLIN}};
    char line[256];
    while (poll(sources, 2, -1) > 0) {
        int ticks, bytes;
        double rate;
        if (sources[1].revents) accept_one(sources[1].fd, context);
        if (!sources[0].revents) continue;
        if (!fgets(line, sizeof line, stdin)) return 0;
        if (sscanf(line, "ticks %d %d %lf", &ticks, &bytes, &rate) != 3) fail("an unknown command");
        deliver(ticks, bytes, rate);
    }
}
