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
