internal import SwiftProtobuf

/// The limits of a session and of the server, which the Welcome states.
public struct SessionLimits: Hashable, Sendable {
    /// The largest frame from a signed-in client.
    public var clientFrameBytes = 64 * 1024
    /// No server may be configured to accept larger ones.
    public static let clientFrameBytesMax = 1024 * 1024
    /// The largest frame from the server.
    public var serverFrameBytes = 1024 * 1024
    /// The silence after which a Ping is due.
    public var heartbeat = Duration.seconds(15)
    /// The silence after which the peer counts as gone.
    public var silence = Duration.seconds(35)
    /// What a user may store.
    public var records = RecordRules()
    /// How many mutations of a client may be unanswered.
    public var mutationsInFlight = 64
    /// How many charts a connection may have open.
    public var charts = 8
    /// How many candles a chart may have.
    public var candles = 1000

    // Rates, after a burst of ten seconds' worth; 0: no limit.
    /// Frames of a connection, of any kind.
    public var framesPerSecond = 200
    /// Mutations of all connections of a user together.
    public var mutationsPerSecond = 100
    /// Requests of a connection for charts, details, icons, weeks, snapshots and the account, together.
    public var requestsPerSecond = 20
    /// How many terminals of one user may be connected.
    public var connectionsPerUser = 100
    /// The largest frame from a client that is not signed in yet.
    public var helloFrameBytes = 4 * 1024
    /// The time within which a Hello must come.
    public var helloTimeout = Duration.seconds(10)

    // Limits of the whole server.
    public var connections = 16_000
    /// Generous, because an office or a mobile network may be many people behind one address.
    public var connectionsPerAddress = 1_000
    /// How many connections may be without a Welcome: in a handshake, before a Hello or during a login.
    public var handshakes = 4_000
    /// Far fewer, so that a few addresses cannot keep everybody else out.
    public var handshakesPerAddress = 400
    /// The time within which a TLS handshake must be finished.
    public var handshakeTimeout = Duration.seconds(10)

    public init() {}

    /// A mutation is a frame, so it must count at least as much as its frame needs.
    public mutating func fitMutations() { records.mutationBytes = clientFrameBytes * 3 / 4 }

    /// The largest frame that a client needs to remove or restore all items of its largest list at once.
    public static func clientFrameBytes(forListsOf items: Int) -> Int {
        (items * (ListItem.keyBytesMax + Record.overhead) * 4 + 2) / 3
    }
}

// MARK: The wire
extension SessionLimits {
    init(wire: WireLimits) {
        self.init()
        clientFrameBytes = Int(wire.clientFrameBytes)
        serverFrameBytes = Int(wire.serverFrameBytes)
        heartbeat = .milliseconds(Int64(wire.heartbeatMs))
        silence = .milliseconds(Int64(wire.silenceMs))
        records = RecordRules(wire: wire)
        mutationsInFlight = Int(wire.mutationsInFlight)
        charts = Int(wire.charts)
        candles = Int(wire.candles)
        framesPerSecond = Int(wire.framesPerSecond)
        mutationsPerSecond = Int(wire.mutationsPerSecond)
        requestsPerSecond = Int(wire.requestsPerSecond)
        connectionsPerUser = Int(wire.connectionsPerUser)
        helloFrameBytes = Int(wire.helloFrameBytes)
        helloTimeout = .milliseconds(Int64(wire.helloMs))
        connections = Int(wire.connections)
        connectionsPerAddress = Int(wire.connectionsPerAddress)
        handshakes = Int(wire.handshakes)
        handshakesPerAddress = Int(wire.handshakesPerAddress)
        handshakeTimeout = .milliseconds(Int64(wire.handshakeMs))
    }

    var wire: WireLimits {
        .with { wire in
            wire.clientFrameBytes = UInt32(clientFrameBytes)
            wire.serverFrameBytes = UInt32(serverFrameBytes)
            wire.heartbeatMs = heartbeat.wholeMilliseconds
            wire.silenceMs = silence.wholeMilliseconds
            records.write(to: &wire)
            wire.mutationsInFlight = UInt32(mutationsInFlight)
            wire.charts = UInt32(charts)
            wire.candles = UInt32(candles)
            wire.framesPerSecond = UInt32(framesPerSecond)
            wire.mutationsPerSecond = UInt32(mutationsPerSecond)
            wire.requestsPerSecond = UInt32(requestsPerSecond)
            wire.connectionsPerUser = UInt32(connectionsPerUser)
            wire.helloFrameBytes = UInt32(helloFrameBytes)
            wire.helloMs = helloTimeout.wholeMilliseconds
            wire.connections = UInt32(connections)
            wire.connectionsPerAddress = UInt32(connectionsPerAddress)
            wire.handshakes = UInt32(handshakes)
            wire.handshakesPerAddress = UInt32(handshakesPerAddress)
            wire.handshakeMs = handshakeTimeout.wholeMilliseconds
        }
    }
}

extension Duration {
    /// Whole milliseconds for the wire, limited to what a UInt32 holds.
    var wholeMilliseconds: UInt32 {
        UInt32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
