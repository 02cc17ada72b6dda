// Many connections that only read and count, as light as can be: what is measured is the server they read from.
// usage: tickwire-bench-sinks PORT [--alpn NAME] [--request FILE [--unique OFFSET LENGTH]] [--alive FILE]
//                                  [--starttls | --plain] [--note]
//
// --request: bytes to send after the handshake; of these, LENGTH at OFFSET are random for each connection.
// --alive: bytes to send on each connection every 12 s.
// --starttls: waits for the server's line before TLS, as NATS wants.  --plain: no TLS.
// --note: notes how late messages come that have "@TS" and sixteen digits in them, their time (microseconds since 1970). Such
// connections are few, and have the usual priority, so that they are not late themselves.
//
// Commands on stdin, one line of answer each:
//   connect N   N more connections, one after the other, each with a full handshake    connected N
//   resume N    the same with session tickets of earlier connections                   resumed N
//   send FILE   sends what is in the file on the first connection, with the time       sent
//   count       what has arrived since the last count                                  bytes B closed C
//   delays      how late messages came since the last time, in milliseconds            p50 A p99 B max C
//   drop        ends all connections and keeps their tickets                           dropped
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { connections_max = 20000, alive_seconds = 12, file_max = 1 << 20, delays_max = 1 << 20, stamp_length = 19 };

struct bytes {
    unsigned char *start;
    size_t count;
};

static struct {
    int port, starts_tls, is_plain, notes;
    unsigned char alpn[64];
    unsigned alpn_length;
    struct bytes request, alive;
    size_t unique_offset, unique_length;
} options;

struct connection {
    int socket;
    SSL *ssl;  // NULL without TLS.
};

static struct connection connections[connections_max];  // A socket of 0: ended.
static SSL_SESSION *tickets[connections_max];
static int connection_count, ticket_count, poller;
static long long bytes_seen;
static int closed_count;
static double delays[delays_max];
static int delay_count;

static void fail(const char *what) {
    fprintf(stderr, "tickwire-bench-sinks: %s\n", what);
    exit(1);
}

static struct bytes read_file(const char *path) {
    struct bytes bytes = {malloc(file_max), 0};
    FILE *file = fopen(path, "rb");
    if (!file) fail("a file cannot be read");
    bytes.count = fread(bytes.start, 1, file_max, file);
    fclose(file);
    return bytes;
}

static void read_options(int count, char **arguments) {
    if (count < 2) fail("PORT is missing");
    options.port = atoi(arguments[1]);
    for (int i = 2; i < count; i++) {
        char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
        if (!strcmp(name, "--starttls")) {
            options.starts_tls = 1;
        } else if (!strcmp(name, "--plain")) {
            options.is_plain = 1;
        } else if (!strcmp(name, "--note")) {
            options.notes = 1;
        } else if (!strcmp(name, "--alpn") && strlen(value) < sizeof options.alpn) {
            options.alpn[0] = (unsigned char)strlen(value);
            memcpy(options.alpn + 1, value, strlen(value));
            options.alpn_length = 1 + options.alpn[0];
            i++;
        } else if (!strcmp(name, "--request")) {
            options.request = read_file(value);
            i++;
        } else if (!strcmp(name, "--alive")) {
            options.alive = read_file(value);
            i++;
        } else if (!strcmp(name, "--unique") && i + 2 < count) {
            options.unique_offset = (size_t)atol(arguments[++i]);
            options.unique_length = (size_t)atol(arguments[++i]);
            if (options.unique_offset + options.unique_length > options.request.count) fail("--unique is not within the request");
        } else {
            fail("an unknown option");
        }
    }
}

static int keep_ticket(SSL *ssl, SSL_SESSION *ticket) {
    (void)ssl;
    if (ticket_count == connections_max) return 0;
    tickets[ticket_count++] = ticket;
    return 1;
}

static void put(struct connection *connection, struct bytes bytes) {
    if (connection->ssl) {
        if (SSL_write(connection->ssl, bytes.start, (int)bytes.count) <= 0) fail("nothing could be sent");
        return;
    }
    fcntl(connection->socket, F_SETFL, 0);
    for (size_t sent = 0; sent < bytes.count;) {
        ssize_t count = send(connection->socket, bytes.start + sent, bytes.count - sent, MSG_NOSIGNAL);
        if (count <= 0) fail("nothing could be sent");
        sent += (size_t)count;
    }
    fcntl(connection->socket, F_SETFL, O_NONBLOCK);
}

static void send_request(struct connection *connection) {
    struct bytes request = options.request;
    if (!request.count) return;
    if (options.unique_length) RAND_bytes(request.start + options.unique_offset, (int)options.unique_length);
    put(connection, request);
}

static SSL *begin_tls(SSL_CTX *context, int socket_, SSL_SESSION *ticket) {
    char line[8192];
    if (options.starts_tls && recv(socket_, line, sizeof line, 0) <= 0) fail("the server sent no line before TLS");
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, socket_);
    if (options.alpn_length) SSL_set_alpn_protos(ssl, options.alpn, options.alpn_length);
    if (ticket) {
        SSL_set_session(ssl, ticket);
        SSL_SESSION_free(ticket);
    }
    if (SSL_connect(ssl) != 1) fail("a handshake failed");
    if (ticket && !SSL_session_reused(ssl)) fail("a ticket was not taken");
    return ssl;
}

static void connect_one(SSL_CTX *context, SSL_SESSION *ticket) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(options.port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1, socket_ = socket(AF_INET, SOCK_STREAM, 0);
    if (connection_count == connections_max) fail("too many connections");
    if (socket_ < 0 || connect(socket_, (void *)&address, sizeof address)) fail("cannot connect");
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct connection *connection = &connections[connection_count];
    *connection = (struct connection){socket_, options.is_plain ? NULL : begin_tls(context, socket_, ticket)};
    send_request(connection);
    fcntl(socket_, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)connection_count++};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, socket_, &event)) fail("cannot watch a socket");
}

static void end(struct connection *connection) {
    if (connection->ssl) {
        // Else its tickets would be void.
        SSL_set_shutdown(connection->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
        SSL_free(connection->ssl);
    }
    close(connection->socket);
    *connection = (struct connection){0};
}

/// Returns the number of bytes, 0 for none at the moment, -1 at the end.
static int take(struct connection *connection, unsigned char *buffer, int room) {
    if (connection->ssl) {
        int count = SSL_read(connection->ssl, buffer, room);
        if (count > 0) return count;
        return SSL_get_error(connection->ssl, count) == SSL_ERROR_WANT_READ ? 0 : -1;
    }
    ssize_t count = recv(connection->socket, buffer, (size_t)room, 0);
    if (count > 0) return (int)count;
    return count < 0 && errno == EAGAIN ? 0 : -1;
}

static long long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/// The time of a message, or NULL. A message that comes in two reads may be missed.
static unsigned char *find_stamp(unsigned char *bytes, size_t count) {
    unsigned char *found = memmem(bytes, count, "@TS", 3);
    return found && found + stamp_length <= bytes + count ? found : NULL;
}

static void note(unsigned char *bytes, int count) {
    char digits[stamp_length - 2] = {0};
    unsigned char *found = find_stamp(bytes, (size_t)count);
    if (!found || delay_count == delays_max) return;
    memcpy(digits, found + 3, stamp_length - 3);
    delays[delay_count++] = (double)(microseconds() - atoll(digits)) / 1000;
}

static int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static double percentile(double share) {
    return delay_count ? delays[(int)(share * (delay_count - 1))] : 0;
}

static void read_all(struct connection *connection) {
    static unsigned char buffer[65536];
    int count = 0;
    while (connection->socket && (count = take(connection, buffer, sizeof buffer)) > 0) {
        bytes_seen += count;
        if (options.notes) note(buffer, count);
    }
    if (!connection->socket || count == 0) return;
    closed_count++;
    end(connection);
}

/// Reads for so long; a command ends it.
static int read_for(int milliseconds) {
    struct epoll_event events[512];
    int count = epoll_wait(poller, events, 512, milliseconds), has_command = 0;
    for (int i = 0; i < count; i++) {
        if (events[i].data.u32 == connections_max) has_command = 1;
        else read_all(&connections[events[i].data.u32]);
    }
    return has_command;
}

static void show_life(void) {
    for (int i = 0; i < connection_count; i++)
        if (connections[i].socket) put(&connections[i], options.alive);
}

static void obey(SSL_CTX *context, const char *line) {
    int wanted = 0;
    char path[512];
    if (sscanf(line, "send %511s", path) == 1) {
        struct bytes bytes = read_file(path);
        char text[stamp_length + 1];
        snprintf(text, sizeof text, "@TS%016lld", microseconds());
        unsigned char *found = find_stamp(bytes.start, bytes.count);
        if (found) memcpy(found, text, stamp_length);
        put(&connections[0], bytes);
        free(bytes.start);
        printf("sent\n");
    } else if (sscanf(line, "connect %d", &wanted) == 1) {
        for (int i = 0; i < wanted; i++) {
            connect_one(context, NULL);
            read_for(0);
        }
        printf("connected %d\n", wanted);
    } else if (sscanf(line, "resume %d", &wanted) == 1) {
        if (wanted > ticket_count) fail("there are not so many tickets");
        for (int i = 0; i < wanted; i++) {
            connect_one(context, tickets[--ticket_count]);
            read_for(0);
        }
        printf("resumed %d\n", wanted);
    } else if (!strncmp(line, "count", 5)) {
        printf("bytes %lld closed %d\n", bytes_seen, closed_count);
        bytes_seen = 0, closed_count = 0;
    } else if (!strncmp(line, "delays", 6)) {
        qsort(delays, (size_t)delay_count, sizeof *delays, compare);
        printf("p50 %.3f p99 %.3f max %.3f\n", percentile(0.5), percentile(0.99), percentile(1));
        delay_count = 0;
    } else if (!strncmp(line, "drop", 4)) {
        for (int i = 0; i < connection_count; i++)
            if (connections[i].socket) end(&connections[i]);
        connection_count = 0;
        printf("dropped\n");
    } else {
        fail("an unknown command");
    }
    fflush(stdout);
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    read_options(count, arguments);
    // They stand in for other machines: where cores are short, the server comes first.
    if (!options.notes && nice(19) == -1) perror("tickwire-bench-sinks: nice");
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");  // All servers use the cipher that Tickwire's prefers.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, keep_ticket);

    poller = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = connections_max};
    epoll_ctl(poller, EPOLL_CTL_ADD, 0, &event);
    printf("ready\n");
    fflush(stdout);

    char line[600];
    time_t alive_at = time(NULL) + alive_seconds;
    for (;;) {
        if (read_for(1000)) {
            // Unbuffered, so that the poller sees what was not read yet.
            size_t length = 0;
            while (length < sizeof line - 1 && read(0, line + length, 1) == 1 && line[length] != '\n') length++;
            if (!length) return 0;
            line[length] = 0;
            obey(context, line);
        }
        if (options.alive.count && time(NULL) >= alive_at) {
            show_life();
            alive_at = time(NULL) + alive_seconds;
        }
    }
}
