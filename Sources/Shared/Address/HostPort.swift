/// A host with or without a port: `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`. An IPv6 address is in brackets, as in a
/// URL (RFC 3986, section 3.2).
package struct HostPort: Sendable, CustomStringConvertible {
    /// Not empty; an IPv6 address without its brackets.
    package let host: String
    /// 0 to 65,535, or nil if there is none.
    package let port: Int?

    package init(host: String, port: Int?) { (self.host, self.port) = (host, port) }

    /// - Returns: nil if the text has another form.
    package init?(_ text: String) {
        let (host, rest): (Substring, Substring)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            (host, rest) = (text[..<end].dropFirst(), text[end...].dropFirst())
        } else {
            let end = text.lastIndex(of: ":") ?? text.endIndex
            (host, rest) = (text[..<end], text[end...])
            if host.contains(":") { return nil }
        }
        if host.isEmpty || host.contains(where: { "[]".contains($0) }) { return nil }
        if rest.isEmpty {
            self.init(host: String(host), port: nil)
        } else {
            guard rest.first == ":", let port = Int(rest.dropFirst()), 0...65_535 ~= port else { return nil }
            self.init(host: String(host), port: port)
        }
    }

    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }
}
