internal import NIOCore
internal import NIOHTTP1

/// An operator's request, read from its head, because the port accepts no bodies.
enum AdminRequest: Equatable {
    case path(String)
    case refused(HTTPResponseStatus, String)

    /// - Parameter local: the address that the client connected to.
    init(_ head: HTTPRequestHead, hosts: AdminHosts, at local: SocketAddress?) {
        let named = head.headers["host"]
        // RFC 9112, section 3.2: an HTTP/1.1 request has exactly one Host. Earlier versions may have none.
        if named.count > 1 || (named.isEmpty && head.version != .http1_0) {
            self = .refused(.badRequest, "A request must have one Host.\n")
        } else if let host = named.first, !hosts.contains(host, at: local) {
            self = .refused(
                .misdirectedRequest,
                "This port does not answer for that host. The operator can name it: 'run --admin-host NAME'.\n"
            )
        } else if head.method != .GET && head.method != .HEAD {
            self = .refused(.methodNotAllowed, "Only GET and HEAD are allowed.\n")
        } else {
            self = .path(String(head.uri.prefix { $0 != "?" }))
        }
    }
}
