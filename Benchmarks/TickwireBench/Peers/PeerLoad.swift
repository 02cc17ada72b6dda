import Foundation
import NIOCore
import NIOPosix

/// Publishes messages at a fixed rate through a peer to many subscribers.
struct PeerLoad {
    let peer: Peer
    let subscribers: Int
    let rate: Double
    let seconds: Double
    /// How many of them note how late messages come.
    var noting = 0

    /// - Parameter messages: published in rotation.
    func run(_ messages: [[UInt8]]) async throws -> Delivering {
        let place = try await makePlace()
        guard let program = peer.url else { throw BenchError.notBuilt(peer.program) }
        let process = Process()
        process.executableURL = program
        process.arguments = try peer.arguments(place)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            // Its state is worthless, and other signals may be blocked in it.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try await waitUntilOpen(place.port)
        let publisher = try await makePublisher(place)
        defer { publisher.stop() }
        let sinks = try await Readers(port: place.port, peer.subscription, folder: place.folder, noting: noting)
        defer { sinks.stop() }
        try await sinks.connect(subscribers)
        try await Task.sleep(for: .milliseconds(500))
        let files = try messages.map { try place.folder.file(peer.publish($0)) }
        let usage = ProcessUsage(pid: process.processIdentifier)
        let delivering = try await publish(files, through: publisher, to: sinks, of: usage)
        let sent = (0..<ticks).reduce(0) { $0 + messages[$1 % messages.count].count } * subscribers
        guard Int(delivering.bytes) >= sent else {
            throw BenchError.undelivered(peer.name, bytes: Int(delivering.bytes), expected: sent)
        }
        return delivering
    }

    private var ticks: Int { Int(seconds * rate) }

    private func publish(
        _ files: [String],
        through publisher: Sinks,
        to sinks: Readers,
        of usage: ProcessUsage
    ) async throws -> Delivering {
        let clock = ContinuousClock()
        _ = try await sinks.count()
        let (before, start) = (usage.cpuSeconds, clock.now)
        for tick in 0..<ticks {
            try await publisher.send(files[tick % files.count])
            try await clock.sleep(until: start + .seconds(Double(tick + 1) / rate))
        }
        try await Task.sleep(for: .milliseconds(300))
        let spent = usage.cpuSeconds - before
        let seen = try await sinks.count()
        if seen.closed > 0 { throw BenchError.closed("\(peer.name): \(seen.closed) of \(subscribers)") }
        return Delivering(
            cpuSeconds: spent,
            deliveries: Double(ticks * subscribers),
            bytes: Double(seen.bytes),
            p99: try await sinks.p99()
        )
    }

    private func makePublisher(_ place: Peer.Place) async throws -> Sinks {
        let subscription = Subscription(
            request: peer.preface,
            startsTLS: peer.publishesOverTLS,
            isPlain: !peer.publishesOverTLS
        )
        let port = peer.publishesOverTLS ? place.port : place.plainPort
        let publisher = try await Sinks(port: port, subscription, folder: place.folder)
        try await publisher.connect(1)
        return publisher
    }

    private func makePlace() async throws -> Peer.Place {
        let folder = try TemporaryFolder()
        let (certificate, key) = (folder.path + "/certificate.pem", folder.path + "/key.pem")
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        // Some peers drop their privileges before they read these.
        for file in [certificate, key] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        return Peer.Place(
            port: try await freePort(),
            plainPort: try await freePort(),
            certificate: certificate,
            key: key,
            folder: folder
        )
    }

    private func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        defer { channel.close(promise: nil) }
        return channel.localAddress?.port ?? 0
    }

    private func waitUntilOpen(_ port: Int) async throws {
        for _ in 0..<200 {
            let channel = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port).get()
            if let channel { return try await channel.close() }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw BenchError.closed("\(peer.name) never listened")
    }
}
