import NIOCore
import NIOPosix

/// A client that writes and never reads.
struct PushyClient {
    private let channel: any Channel

    static func connect(port: Int) async throws -> PushyClient {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port).get()
        return PushyClient(channel: channel)
    }

    /// Writes the bytes again and again until the other end takes no more or hangs up.
    /// - Returns: how many were taken.
    func pushUntilStuck(_ bytes: [UInt8], bytesMax: Int) async throws -> Int {
        var taken = 0
        while taken < bytesMax {
            let written = channel.eventLoop.makePromise(of: Void.self)
            channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: written)
            // A socket is stuck if it takes nothing for a whole second of its event loop's time.
            let patience = channel.eventLoop.makePromise(of: Bool.self)
            channel.eventLoop.scheduleTask(in: .seconds(1)) { patience.succeed(false) }
            written.futureResult.map { true }.cascade(to: patience)
            guard (try? await patience.futureResult.get()) == true else { break }
            taken += bytes.count
        }
        return taken
    }

    func close() async throws { try? await channel.close() }
}
