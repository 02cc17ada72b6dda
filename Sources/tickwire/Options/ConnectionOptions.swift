import ArgumentParser
import Foundation
import Shared
import TerminalClient

/// How every command reaches the server.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server, HOST:PORT. (default: the one logged in to last, or 127.0.0.1:7443)",
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
            "What a login from here is called in the list of devices. (default: this machine's name)",
            valueName: "name"
        )
    )
    var deviceName: String?

    func validate() throws {
        if let deviceName, DeviceName(deviceName) == nil {
            throw ValidationError("'\(deviceName)' is not a device's name; use 1 to \(DeviceName.bytesMax) bytes")
        }
        if let server, ServerAddress(server) == nil {
            throw ValidationError("'\(server)' is not a server; use HOST:PORT, as in prices.example.com:7443")
        }
        if let pin, PublicKeyPin(pin) == nil {
            throw ValidationError(
                "'\(pin)' is not a pin; use sha256/ and 44 characters of base64, as the server prints it"
            )
        }
    }

    var files: Profile {
        profile.map(Profile.init(directory:)) ?? Profile(environment: ProcessInfo.processInfo.environment)
    }

    var device: DeviceName {
        deviceName.flatMap(DeviceName.init) ?? DeviceName(host: ProcessInfo.processInfo.hostName)
    }

    func address() throws -> ServerAddress {
        if let server = server.flatMap(ServerAddress.init) { return server }
        return try files.lastServer() ?? ServerAddress(host: "127.0.0.1", port: ServerAddress.defaultPort)
    }

    /// A given pin, else the key that was trusted before, else the system's authorities.
    func trust(_ address: ServerAddress) throws -> TLSTrust {
        if let pin = pin.flatMap(PublicKeyPin.init) { return .pin(pin) }
        return try files.knownServers.load().pin(host: address.host, port: address.port).map(TLSTrust.pin) ?? .system
    }

    /// The server, as the user who has logged in there.
    func target() throws -> ServerLink.Target {
        let address = try address()
        guard let login = try files.login(for: address) else { throw NotLoggedIn(server: address) }
        return ServerLink.Target(
            address: address,
            trust: try trust(address),
            credentials: .token(login.token),
            deviceName: device.text
        )
    }
}

struct NotLoggedIn: Error, CustomStringConvertible {
    let server: ServerAddress

    var description: String { "not logged in to \(server); run: tickwire login NAME --server \(server)" }
}
