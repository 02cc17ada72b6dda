internal import Shared

/// The address of a server: where each of its nodes listens. Most servers have one node.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Where one node listens.
    package struct Node: Hashable, Sendable, CustomStringConvertible {
        package let host: String
        package let port: Int

        package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

        /// Whether it is a private server, which has no port.
        package var isLocal: Bool { port == 0 }

        /// `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`
        package init?(_ text: String) {
            guard let place = HostPort(text), place.port != 0 else { return nil }
            self.init(host: place.host, port: place.port ?? defaultPort)
        }

        package var description: String { HostPort(host: host, port: port).description }
    }

    /// In the order in which they are tried; at least one, and none twice. The profile keeps login, key and pending
    /// changes under the first.
    package let nodes: [Node]
    package var first: Node { nodes[0] }

    package static let defaultPort = 7443
    package static let nodesMax = 16
    /// The address to use if the user names none.
    package static let usual = ServerAddress(host: "127.0.0.1", port: defaultPort)

    /// The private server of this user on this machine. It has a Unix socket instead of a port.
    package static let local = ServerAddress(host: "local", port: 0)
    /// The private server with the mock market.
    package static let localMock = ServerAddress(host: "local-mock", port: 0)
    package var isLocal: Bool { first.isLocal }

    package init(_ node: Node) { nodes = [node] }
    package init(host: String, port: Int) { self.init(Node(host: host, port: port)) }

    /// One node or several, with commas between them; or `local` or `local-mock` for a private server.
    package init?(_ text: String) {
        guard let address = try? ServerAddress(checking: text) else { return nil }
        self = address
    }

    /// - Throws: `ServerAddressFault`, which says which part of the text is wrong.
    package init(checking text: String) throws(ServerAddressFault) {
        if let local = [Self.local, .localMock].first(where: { $0.first.host == text }) {
            self = local
            return
        }
        var nodes: [Node] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let part = part.trimmed
            guard let node = Node(part) else { throw .notANode(part) }
            if !nodes.contains(node) { nodes.append(node) }
        }
        if nodes.count > Self.nodesMax { throw .tooMany(nodes.count) }
        self.nodes = nodes
    }

    package var description: String {
        isLocal ? first.host : nodes.map(\.description).joined(separator: ",")
    }
}

/// Why a text is not the address of a server.
package enum ServerAddressFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notANode(String)
    case tooMany(Int)

    package var description: String {
        switch self {
        case .notANode(let text): "'\(text)' is not a server; use HOST:PORT, as in prices.example.com:7443"
        case .tooMany(let count):
            "\(count) addresses are too many for one server; name at most \(ServerAddress.nodesMax)"
        }
    }
}
