internal import NIOPosix
internal import Shared
internal import TerminalClient

/// A Tickwire server, for programs that read its prices and change a user's favorites without a screen.
///
/// ```swift
/// let server = try TickwireServer("127.0.0.1:7443", pin: "sha256/...")
/// try await server.connect(as: .password(user: "ada", password: "...")) { client in
///     for try await prices in client.prices { print(prices.first?.dollars ?? "-") }
/// }
/// ```
public struct TickwireServer: Sendable {
    private let address: ServerAddress
    private let trust: TLSTrust

    /// Names a server; nothing is sent to it yet.
    /// - Parameters:
    ///   - address: `HOST:PORT`; or those of all nodes of a server, with commas between them.
    ///   - pin: the server's key, as the server prints it at its start: `sha256/` and 44 characters of base64. Nil: the
    ///     server's certificate is checked against the system's authorities.
    /// - Throws: ``TickwireError`` if the address or the pin cannot be read.
    public init(_ address: String, pin: String? = nil) throws(TickwireError) {
        do throws(ServerAddressFault) {
            self.address = try ServerAddress(checking: address)
        } catch {
            throw TickwireError(error.description)
        }
        if self.address.isLocal {
            throw TickwireError("'\(address)' is a private server, which only tickwire starts; use HOST:PORT")
        }
        guard let pin else {
            trust = .system
            return
        }
        guard let key = PublicKeyPin(pin) else {
            throw TickwireError(
                "'\(pin)' is not a pin; use sha256/ and 44 characters of base64, as the server prints it"
            )
        }
        trust = .pin(key)
    }

    /// How a user signs in.
    public enum Credentials: Sendable {
        /// With a password, as at a new device. The server answers with a token (``TickwireSession/token``).
        case password(user: String, password: String)
        /// With the token of an earlier connection.
        case token([UInt8])
    }

    /// Connects, calls `body`, and disconnects. If the connection is lost in between, it reconnects by itself.
    /// - Parameters:
    ///   - credentials: who signs in.
    ///   - deviceName: the name in the user's list of devices: 1 to 64 bytes of UTF-8.
    ///   - body: gets the session once the market and the user's data are complete.
    /// - Returns: what `body` returns.
    /// - Throws: ``TickwireError`` if the server cannot be reached, or refuses the user; and what `body` throws.
    @MainActor
    public func connect<Value: Sendable>(
        as credentials: Credentials,
        deviceName: String = "tickwire-client",
        _ body: @MainActor (TickwireSession) async throws -> Value
    ) async throws -> Value {
        guard let device = DeviceName(deviceName) else {
            throw TickwireError("'\(deviceName)' is not a device's name; use 1 to \(DeviceName.bytesMax) bytes")
        }
        let target = ServerLink.Target(
            address: address,
            trust: trust,
            credentials: Hello.Credentials(credentials),
            deviceName: device.text
        )
        let client = HeadlessClient(target: target, group: MultiThreadedEventLoopGroup.singleton)
        return try await client.run { _ in
            do throws(ConnectionError) {
                try await client.ready()
            } catch {
                throw TickwireError(error.description)
            }
            try Task.checkCancellation()
            return try await body(TickwireSession(client))
        }
    }
}

extension Hello.Credentials {
    fileprivate init(_ credentials: TickwireServer.Credentials) {
        switch credentials {
        case .password(let user, let password): self = .password(name: user, password: password)
        case .token(let token): self = .token(token)
        }
    }
}

/// Why a server or one of its answers cannot be used.
public struct TickwireError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, in a sentence for the user.
    public let description: String

    init(_ description: String) { self.description = description }
}
