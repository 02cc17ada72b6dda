internal import Foundation
package import Shared

/// What a user's terminal keeps between runs: the server and its token, the servers' keys, changes not yet delivered.
package struct Profile: Sendable {
    /// Token, server, known servers.
    private let dataDirectory: String
    private let stateDirectory: String
    private let configDirectory: String

    /// Everything in one folder.
    package init(directory: String) {
        dataDirectory = directory
        stateDirectory = directory
        configDirectory = directory
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
        stateDirectory = folder("XDG_STATE_HOME", ".local/state")
        configDirectory = folder("XDG_CONFIG_HOME", ".config")
    }

    package var knownServers: KnownServersFile { KnownServersFile(path: dataDirectory + "/known_servers") }

    package var config: ConfigFile { ConfigFile(path: configDirectory + "/config.yaml") }

    // MARK: Server

    /// The server that was logged in to last.
    package func lastServer() throws(ProfileError) -> ServerAddress? {
        try ProfileFiles.read(path("server")).flatMap { ServerAddress($0.trimmed) }
    }

    // MARK: Token

    /// The token for a server, if this user has logged in there.
    package func token(for server: ServerAddress) throws(ProfileError) -> [UInt8]? {
        try tokenLines(server).first.flatMap { Data(base64Encoded: $0) }.map(Array.init)
    }

    /// - Parameter user: whose token it is: changes that wait for delivery belong to that user alone.
    package func remember(token: [UInt8], of user: String, for server: ServerAddress) throws(ProfileError) {
        try ProfileFiles.makeDirectory(dataDirectory)
        try ProfileFiles.write("\(Data(token).base64EncodedString())\n\(user)\n", to: tokenPath(server))
        try ProfileFiles.write(server.description + "\n", to: path("server"))
    }

    package func forgetToken(for server: ServerAddress) { SmallFile.remove(tokenPath(server)) }

    // MARK: Pending changes

    /// Where a user's changes wait for delivery to a server.
    package func pendingDirectory(of user: String, at server: ServerAddress) -> String {
        // Names may hold what a path must not; the server does not tell their case apart.
        let folder = SHA256.hash(Array("\(server) \(user.lowercased())".utf8)).prefix(8)
        return stateDirectory + "/pending/" + folder.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Whose credentials these are.
    package func userName(
        _ credentials: Hello.Credentials,
        at server: ServerAddress
    ) throws(ProfileError) -> String {
        switch credentials {
        case .password(let name, _): name
        case .token: try tokenLines(server).dropFirst().first ?? ""
        }
    }

    // MARK: Keys

    /// - Throws: `ProfileError`, `TLSError`
    package func remember(_ pin: PublicKeyPin, of server: ServerAddress) throws {
        try ProfileFiles.makeDirectory(dataDirectory)
        try knownServers.remember(pin, host: server.host, port: server.port)
    }

    private func path(_ name: String) -> String { dataDirectory + "/" + name }
    private func tokenLines(_ server: ServerAddress) throws(ProfileError) -> [String] {
        (try ProfileFiles.read(tokenPath(server)) ?? "").split(separator: "\n").map(String.init)
    }

    private func tokenPath(_ server: ServerAddress) -> String { path("token-\(server.host)-\(server.port)") }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
