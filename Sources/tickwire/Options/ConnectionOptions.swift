import ArgumentParser
import Shared
import TerminalClient

/// How every command reaches the server.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server, HOST:PORT, or several nodes of it with commas between them; or local, for one of your own on this machine. (default: the last one, or 127.0.0.1:7443)",
            valueName: "host:port"
        )
    )
    var server: String?

    @Option(
        help: ArgumentHelp(
            "Trust exactly this server key, as the server prints it: sha256/...",
            valueName: "pin"
        )
    )
    var pin: String?

    @Option(
        help: ArgumentHelp(
            "Keep token, known servers, pending changes and config.yaml in this folder. (default: the XDG folders)",
            valueName: "dir"
        )
    )
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The name of this device in the list of devices. (default: this machine's name)",
            valueName: "name"
        )
    )
    var deviceName: String?

    func validate() throws {
        if let deviceName, DeviceName(deviceName) == nil {
            throw ValidationError(.noDeviceName(deviceName))
        }
        if let server {
            do { _ = try ServerAddress(checking: server) } catch { throw ValidationError(error.description) }
        }
        // An empty path would name files in the root folder.
        if profile == "" { throw ValidationError(.empty(option: "--profile")) }
        if let pin, PublicKeyPin(pin) == nil { throw ValidationError(.noPin(pin)) }
    }

    var files: Profile {
        profile.map(Profile.init(directory:)) ?? Profile(environment: ThisProcess.environment)
    }

    var device: DeviceName {
        deviceName.flatMap(DeviceName.init) ?? DeviceName(host: ThisProcess.hostName)
    }

    func address() throws -> ServerAddress {
        if let server = server.flatMap(ServerAddress.init) { return server }
        return try files.lastServer() ?? .usual
    }

    /// The address of a server that asks for logins, for commands that need one.
    func networkAddress() throws -> ServerAddress {
        let address = try address()
        if !address.isLocal { return address }
        throw ValidationError(.noLogins(address))
    }

    /// A given pin, or else the key that was trusted before, or else the system's authorities.
    func trust(_ address: ServerAddress) throws -> TLSTrust {
        if let pin = pin.flatMap(PublicKeyPin.init) { return .pin(pin) }
        return try files.knownServers.load().pin(host: address.first.host, port: address.first.port).map(TLSTrust.pin)
            ?? .system
    }

    /// Whether the user has logged in at this server. A login that cannot be read is none.
    func hasLogin(at address: ServerAddress) -> Bool { (try? files.login(for: address)) != nil }

    /// The server, with the credentials of the user who has logged in there.
    /// - Parameters:
    ///   - address: nil: take it from the options.
    ///   - linger: how many seconds a private server that this call starts stays.
    func target(at address: ServerAddress? = nil, linger: Int? = nil) throws -> ServerLink.Target {
        let address = try address ?? self.address()
        let environment = ThisProcess.environment
        if let local = LocalServer(address, linger: linger, environment: environment) {
            return ServerLink.Target(local, at: address, deviceName: device.text)
        }
        guard let login = try files.login(for: address) else {
            // A user who has never named a server may need only a private one.
            let isFirst = try address == .usual && server == nil && files.lastServer() == nil
            throw NotLoggedIn(server: isFirst ? nil : address, profile: profile)
        }
        return ServerLink.Target(
            address: address,
            trust: try trust(address),
            credentials: .token(login.token),
            deviceName: device.text
        )
    }
}

extension ConnectionOptions {
    /// Says of a server's new key how to trust it.
    @MainActor
    func explainingKey<Value>(
        of address: ServerAddress,
        _ body: @MainActor () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch ConnectionError.insecure(let error) {
            guard case .keyChanged = error else { throw ConnectionError.insecure(error) }
            throw KeyChanged(error: error, server: address.first, path: pin == nil ? files.knownServers.path : nil)
        }
    }
}

/// A server has shown another key than the one that its user trusts.
struct KeyChanged: Error, CustomStringConvertible {
    let error: TLSError
    /// The node whose key is trusted.
    let server: ServerAddress.Node
    /// The file that has the trusted key; nil: it was given with `--pin`.
    let path: String?

    var description: String {
        guard let path else { return "\(error) If the new key is right, give it with --pin." }
        return """
            \(error) If the new key is right, remove the line of \(server) from \(path), or start with --pin and the new \
            key.
            """
    }
}

struct NotLoggedIn: Error, CustomStringConvertible {
    /// nil: no server has been opened from here, and none was named.
    let server: ServerAddress?
    /// As it was given on the command line. A login elsewhere would not help.
    var profile: String?

    var description: String {
        let folder = profile.map { " --profile \($0.escaped)" } ?? ""
        guard let server else {
            return """
                no server is known here yet; 'tickwire local\(folder)' starts a private one without account or key (for a \
                single command, add --server local, or --server local-mock for a generated market), and 'tickwire login \
                NAME --server HOST:PORT\(folder)' signs you in to another
                """
        }
        return "not logged in to \(server); run: tickwire login NAME --server \(server)\(folder)"
    }
}
