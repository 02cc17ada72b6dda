/// The servers whose keys the user has confirmed, as ssh keeps its known hosts: one `host:port sha256/...` per line.
///
/// Comments, blank lines and their order belong to the user and are kept.
public struct KnownServers: Sendable, Equatable {
    private enum Line: Sendable, Equatable {
        case server(String, PublicKeyPin)
        case other(String)
    }

    private var lines: [Line] = []

    public init() {}

    /// Reads the file's text. `path` is only for the error.
    public init(text: String, path: String = "known servers") throws(TLSError) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let parsed = Self.parse(line) else { throw .malformedKnownServer(path: path, line: number + 1) }
            lines.append(parsed)
        }
        if lines.last == .other("") { lines.removeLast() }
    }

    /// The file's text, ready to be read again.
    public var text: String {
        lines.map { line in
            switch line {
            case .server(let server, let pin): "\(server) \(pin)\n"
            case .other(let text): "\(text)\n"
            }
        }.joined()
    }

    /// The confirmed key. The last line wins, because it was written last.
    public func pin(host: String, port: Int) -> PublicKeyPin? {
        let wanted = Self.server(host: host, port: port)
        for case .server(wanted, let pin) in lines.reversed() { return pin }
        return nil
    }

    /// Stores a key that the user has confirmed, in place of an earlier one.
    public mutating func remember(_ pin: PublicKeyPin, host: String, port: Int) {
        let server = Self.server(host: host, port: port)
        let line = Line.server(server, pin)
        guard let index = lines.firstIndex(where: { Self.isLine($0, of: server) }) else { return lines.append(line) }
        lines[index] = line
        lines = lines.enumerated().filter { $0 <= index || !Self.isLine($1, of: server) }.map(\.element)
    }

    private static func isLine(_ line: Line, of server: String) -> Bool {
        if case .server(server, _) = line { true } else { false }
    }

    /// Host names are case-insensitive.
    private static func server(host: String, port: Int) -> String {
        HostPort(host: host.lowercased(), port: port).description
    }

    private static func parse(_ line: Substring) -> Line? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, !first.hasPrefix("#") else { return .other(String(line)) }
        guard words.count == 2, HostPort(String(first))?.port != nil, let pin = PublicKeyPin(String(words[1]))
        else { return nil }
        return .server(first.lowercased(), pin)
    }
}

/// The file of `KnownServers`: a text file that only its owner may read, replaced atomically.
public struct KnownServersFile: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// If there is no file, no servers are known.
    public func load() throws(TLSError) -> KnownServers {
        guard SmallFile.exists(path) else { return KnownServers() }
        let text = String(decoding: try TLSFiles.read(path), as: UTF8.self)
        return try KnownServers(text: text, path: path)
    }

    public func save(_ servers: KnownServers) throws(TLSError) {
        try TLSFiles.write(Array(servers.text.utf8), to: path, mode: .ownerOnly)
    }

    /// Reads the file again first, so that what another terminal has stored since stays.
    public func remember(_ pin: PublicKeyPin, host: String, port: Int) throws(TLSError) {
        var servers = try load()
        servers.remember(pin, host: host, port: port)
        try save(servers)
    }
}
