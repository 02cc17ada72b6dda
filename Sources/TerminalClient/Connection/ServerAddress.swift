/// The address at which a server listens.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package static let defaultPort = 7443
    /// The address to use if the user names none.
    package static let usual = ServerAddress(host: "127.0.0.1", port: defaultPort)

    /// The private server of this user on this machine. It has a Unix socket instead of a port.
    package static let local = ServerAddress(host: "local", port: 0)
    /// The private server with the mock market.
    package static let localMock = ServerAddress(host: "local-mock", port: 0)
    package var isLocal: Bool { port == 0 }

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`; `local` or `local-mock` for a private server.
    package init?(_ text: String) {
        if let local = [Self.local, .localMock].first(where: { $0.host == text }) {
            self = local
            return
        }
        let (host, rest): (Substring, Substring)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
        } else {
            let end = text.lastIndex(of: ":") ?? text.endIndex
            (host, rest) = (text[..<end], text[end...])
        }
        guard !host.isEmpty, let port = Self.port(rest) else { return nil }
        self.init(host: String(host), port: port)
    }

    private static func port(_ text: Substring) -> Int? {
        if text.isEmpty { return defaultPort }
        guard text.first == ":", let port = Int(text.dropFirst()), 1...65535 ~= port else { return nil }
        return port
    }

    package var description: String { isLocal ? host : host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
