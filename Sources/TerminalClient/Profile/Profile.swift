internal import Foundation
package import Shared

/// What a user's terminal keeps between runs: the server and its token, the servers' keys, changes not yet delivered.
package struct Profile: Sendable {
    /// Token, server, known servers.
    private let dataDirectory: String
    /// Pending changes.
    package let pendingDirectory: String

    /// Everything in one folder.
    package init(directory: String) {
        dataDirectory = directory
        pendingDirectory = directory + "/pending"
    }

    /// Under the XDG folders (XDG Base Directory Specification 0.8), which fall back to those in the home folder.
    package init(environment: [String: String]) {
        let home = environment["HOME"] ?? NSHomeDirectory()
        func folder(_ variable: String, _ fallback: String) -> String {
            // The specification has relative paths ignored.
            let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (named ?? home + "/" + fallback) + "/tickwire"
        }
        dataDirectory = folder("XDG_DATA_HOME", ".local/share")
        pendingDirectory = folder("XDG_STATE_HOME", ".local/state") + "/pending"
    }

    package var knownServers: KnownServersFile { KnownServersFile(path: dataDirectory + "/known_servers") }

    // MARK: Server

    /// The server that was logged in to last.
    package func lastServer() throws(ProfileError) -> ServerAddress? {
        try ProfileFiles.read(path("server")).flatMap { ServerAddress($0.trimmed) }
    }

    // MARK: Token

    /// The token for a server, if this user has logged in there.
    package func token(for server: ServerAddress) throws(ProfileError) -> [UInt8]? {
        guard let text = try ProfileFiles.read(tokenPath(server)) else { return nil }
        return Data(base64Encoded: text.trimmed).map(Array.init)
    }

    package func remember(token: [UInt8], for server: ServerAddress) throws(ProfileError) {
        try ProfileFiles.makeDirectory(dataDirectory)
        try ProfileFiles.write(Data(token).base64EncodedString() + "\n", to: tokenPath(server))
        try ProfileFiles.write(server.description + "\n", to: path("server"))
    }

    package func forgetToken(for server: ServerAddress) { ProfileFiles.remove(tokenPath(server)) }

    // MARK: Keys

    /// - Throws: `ProfileError`, `TLSError`
    package func remember(_ pin: PublicKeyPin, of server: ServerAddress) throws {
        try ProfileFiles.makeDirectory(dataDirectory)
        try knownServers.remember(pin, host: server.host, port: server.port)
    }

    private func path(_ name: String) -> String { dataDirectory + "/" + name }
    private func tokenPath(_ server: ServerAddress) -> String { path("token-\(server.host)-\(server.port)") }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
