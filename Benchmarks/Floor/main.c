// The floor under fan-out: accepts N TLS 1.3 connections and does nothing but SSL_write the same bytes to each, at a rate.
// No server that speaks TLS through OpenSSL can spend less. Prints microseconds of its own CPU per delivery.
// usage: tickwire-bench-floor CERTIFICATE KEY CONNECTIONS BYTES TICKS PER_SECOND    (prints "port N" once it listens)
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

static const unsigned char protocol[] = "\x0atickwire/1";

static int select_protocol(SSL *ssl, const unsigned char **out, unsigned char *length, const unsigned char *in,
                           unsigned int in_length, void *unused) {
    (void)ssl, (void)unused;
    return SSL_select_next_proto((unsigned char **)out, length, protocol, sizeof protocol - 1, in, in_length) ==
                   OPENSSL_NPN_NEGOTIATED
               ? SSL_TLSEXT_ERR_OK
               : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void sleep_until(struct timespec start, double seconds) {
    double at = start.tv_sec + start.tv_nsec / 1e9 + seconds;
    struct timespec wake = {.tv_sec = (time_t)at, .tv_nsec = (long)((at - (time_t)at) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
}

static void fail(const char *what) {
    fprintf(stderr, "tickwire-bench-floor: %s\n", what);
    exit(1);
}

int main(int count, char **arguments) {
    if (count != 7) fail("usage: CERTIFICATE KEY CONNECTIONS BYTES TICKS PER_SECOND");
    int connections = atoi(arguments[3]), bytes = atoi(arguments[4]), ticks = atoi(arguments[5]);
    double rate = atof(arguments[6]);

    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_alpn_select_cb(context, select_protocol, NULL);
    if (SSL_CTX_use_certificate_chain_file(context, arguments[1]) != 1) fail("the certificate cannot be read");
    if (SSL_CTX_use_PrivateKey_file(context, arguments[2], SSL_FILETYPE_PEM) != 1) fail("the key cannot be read");

    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (void *)&address, sizeof address) || listen(listener, 4096)) fail("cannot listen");
    getsockname(listener, (void *)&address, &length);
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);

    SSL **peers = calloc(connections, sizeof *peers);
    for (int i = 0; i < connections; i++) {
        int socket = accept(listener, NULL, NULL);
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        peers[i] = SSL_new(context);
        SSL_set_fd(peers[i], socket);
        if (SSL_accept(peers[i]) != 1) fail("a handshake failed");
    }

    char *payload = malloc(bytes);
    memset(payload, 'A', bytes);
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    sleep_until(start, 1);
    double before = cpu_seconds();
    for (int tick = 0; tick < ticks; tick++) {
        sleep_until(start, 1 + tick / rate);
        for (int i = 0; i < connections; i++)
            if (SSL_write(peers[i], payload, bytes) != bytes) fail("a write failed");
    }
    printf("cpu_us_per_delivery %.3f\n", (cpu_seconds() - before) / ticks / connections * 1e6);
    return 0;
}
