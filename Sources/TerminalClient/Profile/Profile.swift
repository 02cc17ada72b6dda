package import Shared

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What a user's terminal keeps between runs: the server and its token, the servers' keys, changes that were not
/// delivered, and what it shows without a connection.
package struct Profile: Sendable {
    /// The folder for token, server and known servers.
    private let dataDirectory: String
    private let stateDirectory: String
    private let configDirectory: String
    private let cacheDirectory: String

    /// Everything in one folder.
    package init(directory: String) {
        dataDirectory = directory
        stateDirectory = directory
        configDirectory = directory
        cacheDirectory = directory + "/cache"
    }

    /// In the XDG folders (XDG Base Directory Specification 0.8), or their defaults in the home folder.
    package init(environment: [String: String]) {
        let home = ThisProcess.home(in: environment)
        func folder(_ variable: String, _ fallback: String) -> String {
            // The specification says to ignore relative paths.
            let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (named ?? home + "/" + fallback) + "/tickwire"
        }
        dataDirectory = folder("XDG_DATA_HOME", ".local/share")
        stateDirectory = folder("XDG_STATE_HOME", ".local/state")
        configDirectory = folder("XDG_CONFIG_HOME", ".config")
        cacheDirectory = folder("XDG_CACHE_HOME", ".cache")
    }

    package var knownServers: KnownServersFile { KnownServersFile(path: dataDirectory + "/known_servers") }

    package var config: ConfigFile { ConfigFile(path: configDirectory + "/config.yaml") }

    // MARK: Server

    /// Finds out whether the profile can keep a login, before a server is asked for one. Nothing is stored.
    package func demandWritable() throws(ProfileError) {
        try ProfileFiles.makeDirectory(dataDirectory)
        let path = path("write-check")
        do throws(SystemError) {
            try SmallFile.write(Array("\n".utf8), to: path)
        } catch {
            throw .unwritable(path: dataDirectory, reason: error.description)
        }
        SmallFile.remove(path)
    }

    /// The server of the last login.
    package func lastServer() throws(ProfileError) -> ServerAddress? {
        try ProfileFiles.read(path("server")).flatMap { ServerAddress($0.trimmed) }
    }

    /// Stores the server to open from now on.
    package func remember(server: ServerAddress) throws(ProfileError) {
        try ProfileFiles.makeDirectory(dataDirectory)
        try ProfileFiles.write(server.description + "\n", to: path("server"))
    }

    // MARK: Token

    /// The stored login at a server, if there is one.
    package func login(for server: ServerAddress) throws(ProfileError) -> StoredLogin? {
        try login(in: tokenPath(server))
    }

    private func login(in path: String) throws(ProfileError) -> StoredLogin? {
        let lines = (try ProfileFiles.read(path) ?? "").split(separator: "\n").map(String.init)
        guard let token = lines.first.flatMap({ Data(base64Encoded: $0) }) else { return nil }
        return StoredLogin(token: Array(token), user: lines.count > 1 ? lines[1] : "")
    }

    /// - Parameter user: the token's user. Changes that wait for delivery belong to that user alone.
    package func remember(token: [UInt8], of user: String, for server: ServerAddress) throws(ProfileError) {
        try ProfileFiles.makeDirectory(dataDirectory)
        try holdingLogin(at: server) { () throws(ProfileError) in
            try write(StoredLogin(token: token, user: user), for: server)
            SmallFile.remove(formerTokenPath(server))
        }
        try remember(server: server)
    }

    /// Replaces a token, unless it is gone because another process has renewed it or logged out.
    package func renew(_ old: [UInt8], as new: [UInt8], for server: ServerAddress) throws(ProfileError) {
        try ProfileFiles.makeDirectory(dataDirectory)
        try holdingLogin(at: server) { () throws(ProfileError) in
            guard let login = try login(for: server), login.token == old else { return }
            try write(StoredLogin(token: new, user: login.user), for: server)
        }
    }

    /// Stops signing in with this token, but leaves a token with which another process has replaced it. The token is
    /// set aside, because with the next password it shows the server that this is a known device. If it cannot be set
    /// aside, it is removed.
    package func forgetToken(_ token: [UInt8], for server: ServerAddress) {
        // Without a folder for the lock, there is no login either.
        try? holdingLogin(at: server) { () throws(ProfileError) in
            guard let login = try login(for: server), login.token == token else { return }
            forgetData(of: login.user, at: server)
            do throws(SystemError) {
                try SmallFile.move(tokenPath(server), to: formerTokenPath(server))
            } catch {
                SmallFile.remove(tokenPath(server))
            }
        }
    }

    /// Forgets this user's login, whichever process has stored it, all former tokens of the user, and the data that is
    /// shown without a connection. Changes that were not delivered stay.
    package func forgetLogin(of user: String, for server: ServerAddress) {
        forgetData(of: user, at: server)
        try? holdingLogin(at: server) { () throws(ProfileError) in
            for path in [tokenPath(server), formerTokenPath(server)] {
                if let login = try login(in: path), login.isOf(user) { SmallFile.remove(path) }
            }
        }
    }

    /// The same credentials. A login with a password also shows the user's last token here.
    package func showingFormerToken(
        _ credentials: Hello.Credentials,
        to server: ServerAddress
    ) -> Hello.Credentials {
        guard case .password(let name, let password, nil) = credentials else { return credentials }
        let logins = [tokenPath(server), formerTokenPath(server)].lazy.compactMap { try? login(in: $0) }
        let former = logins.first { $0.isOf(name) }
        return .password(name: name, password: password, formerToken: former?.token)
    }

    /// Locks the login, so that no other process changes it between reading and writing.
    private func holdingLogin(
        at server: ServerAddress,
        _ change: () throws(ProfileError) -> Void
    ) throws(ProfileError) {
        // The lock is a file beside the token, because the token's file is replaced each time.
        let path = tokenPath(server) + ".lock"
        let lock: FileLock
        do throws(SystemError) {
            lock = try FileLock(waitingAt: path)
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
        defer { lock.release() }
        try change()
    }

    private func write(_ login: StoredLogin, for server: ServerAddress) throws(ProfileError) {
        try write(login, to: tokenPath(server))
    }

    private func write(_ login: StoredLogin, to path: String) throws(ProfileError) {
        try ProfileFiles.write("\(Data(login.token).base64EncodedString())\n\(login.user)\n", to: path)
    }

    // MARK: Data of users

    /// The folder where a user's changes wait for delivery to a server.
    package func pendingDirectory(of user: String, at server: ServerAddress) -> String {
        stateDirectory + "/pending/" + name(of: user, at: server)
    }

    /// What a user's terminals show of a server before they are connected.
    package func cache(of user: String, at server: ServerAddress) -> ReplicaCacheFile {
        ReplicaCacheFile(path: cacheDirectory + "/replicas/" + name(of: user, at: server), log: log)
    }

    /// The terminal's own log.
    package var log: LogFile { LogFile(path: stateDirectory + "/terminal.log", bytesMax: 64 << 10) }

    private func forgetData(of user: String, at server: ServerAddress) {
        cache(of: user, at: server).remove()
        PendingJournals.removeTable(in: pendingDirectory(of: user, at: server))
    }

    /// A name may hold characters that a path must not have. The server ignores the case of names.
    private func name(of user: String, at server: ServerAddress) -> String {
        SHA256.hash(Array("\(ServerAddress(server.first)) \(user.lowercased())".utf8)).prefix(8).hexadecimal
    }

    /// The name of the user of these credentials.
    package func userName(
        _ credentials: Hello.Credentials,
        at server: ServerAddress
    ) throws(ProfileError) -> String {
        switch credentials {
        case .password(let name, _, _): name
        case .token: try login(for: server)?.user ?? ""
        case .local: server.first.host
        // The server knows the name and sends it.
        case .invitation, .node: ""
        }
    }

    // MARK: Keys

    /// - Throws: `ProfileError`, `TLSError`
    package func remember(_ pin: PublicKeyPin, of server: ServerAddress) throws {
        try ProfileFiles.makeDirectory(dataDirectory)
        try knownServers.remember(pin, host: server.first.host, port: server.first.port)
    }

    private func path(_ name: String) -> String { dataDirectory + "/" + name }
    private func tokenPath(_ server: ServerAddress) -> String {
        path("token-\(server.first.host)-\(server.first.port)")
    }
    private func formerTokenPath(_ server: ServerAddress) -> String {
        path("former-token-\(server.first.host)-\(server.first.port)")
    }
}

/// A login that a profile keeps for all windows of its user.
package struct StoredLogin: Equatable, Sendable {
    package var token: [UInt8]
    package var user: String

    package init(token: [UInt8], user: String) { (self.token, self.user) = (token, user) }

    /// The server ignores the case of names.
    package func isOf(_ name: String) -> Bool { user.lowercased() == name.lowercased() }
}

/// Why the user's own files cannot be used.
package enum ProfileError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)
    /// There can be no folder at the path, whoever its owner is.
    case unfit(path: String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(path) cannot be read: \(reason); check its owner and mode, or give another folder with --profile"
        case .unwritable(let path, let reason):
            "\(path) cannot be written: \(reason); check its owner and mode, or give another folder with --profile"
        case .unfit(let path, let reason):
            "\(path) cannot be used as a folder: \(reason); give another folder with --profile"
        }
    }
}

extension ServerLink {
    /// Signs in with the token that the profile has for this user, and stores the tokens that replace it. Other windows
    /// of the profile do the same.
    /// - Parameter failed: called with the reason if a token could not be stored.
    package func share(_ profile: Profile, of user: String, failed: @escaping (any Error) -> Void) {
        let server = target.address
        storedToken = { (try? profile.login(for: server)).flatMap { $0.isOf(user) ? $0.token : nil } }
        tokenRenewed = { old, new in
            do { try profile.renew(old, as: new, for: server) } catch { failed(error) }
        }
    }
}
