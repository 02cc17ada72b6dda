internal import SwiftProtobuf

/// The limits of a session and of the server, told in the welcome.
public struct SessionLimits: Hashable, Sendable {
    /// The largest frame from a client that is signed in.
    public var clientFrameBytes = 64 * 1024
    /// No server may be configured to take larger ones.
    public static let clientFrameBytesMax = 1024 * 1024
    /// The largest frame from the server.
    public var serverFrameBytes = 1024 * 1024
    /// A ping is due after this much silence.
    public var heartbeat = Duration.seconds(15)
    /// After this much silence the peer is gone.
    public var silence = Duration.seconds(35)
    /// What a user may have.
    public var records = RecordRules()
    /// Unanswered mutations that a client may have.
    public var mutationsInFlight = 64
    /// Charts that a connection may have open.
    public var charts = 8
    /// Candles of one chart.
    public var candles = 1000

    // How often what may be sent, after a burst of ten seconds' worth; 0: no limit.
    /// Frames of a connection, of any kind.
    public var framesPerSecond = 200
    /// Of all connections of a user together.
    public var mutationsPerSecond = 100
    /// Of a connection, for charts, details, icons, snapshots and the own account together.
    public var requestsPerSecond = 20
    /// Terminals of one user that may be connected.
    public var connectionsPerUser = 100
    /// The largest frame from a client that is not signed in yet.
    public var helloFrameBytes = 4 * 1024
    /// Within which a hello must come.
    public var helloTimeout = Duration.seconds(10)

    // Of the server as a whole.
    public var connections = 16_000
    /// An office or a mobile network may be many people behind one address.
    public var connectionsPerAddress = 1_000
    /// Connections that have not been welcomed yet: handshakes, hellos and logins under way.
    public var handshakes = 4_000
    /// Far fewer, so that a few addresses cannot keep everybody else out.
    public var handshakesPerAddress = 400
    /// Within which a TLS handshake must be finished.
    public var handshakeTimeout = Duration.seconds(10)

    public init() {}

    /// A mutation is a frame: what counts against its limit is never less than what the frame needs.
    public mutating func fitMutations() { records.mutationBytes = clientFrameBytes * 3 / 4 }

    /// The largest frame that a client needs so that all of its largest list may go at once, and come back at once.
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
    /// For the wire: whole milliseconds, held to what a UInt32 takes.
    var wholeMilliseconds: UInt32 {
        UInt32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
