/// Where a server listens.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package static let defaultPort = 7443

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`.
    package init?(_ text: String) {
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

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
