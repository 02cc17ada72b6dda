import Foundation
import PushServer
import Shared

/// The release server in a separate process, with an account for the terminals.
final class ServerProcess {
    let process = Process()
    let port: Int
    let admin: String
    let pin: PublicKeyPin
    let directory: String
    let folder: TemporaryFolder

    /// Makes about 250 of 1,000 coins change with each tick. A move that is too small for a price's last digit does
    /// not count.
    static let share = 0.33
    static func user(_ number: Int) -> String { "bench\(number)" }
    static let password = "bench password"

    var usage: ProcessUsage { ProcessUsage(pid: process.processIdentifier) }

    /// The CPU time of the server's event loops, which deliver. Other threads read the market for everybody and are not
    /// included, nor is the mock of the market, whose loop has another name.
    func deliveringCPU(over seconds: Double) async throws -> Double {
        let before = try deliveringCPU
        try await Task.sleep(for: .seconds(seconds))
        return try deliveringCPU - before
    }

    private var deliveringCPU: Double {
        get throws {
            guard let seconds = usage.cpuSeconds(ofThreads: "NIO-ELT") else { throw BenchError.noEventLoops }
            return seconds
        }
    }

    /// What the server has done so far, and the CPU time of its event loops.
    struct Work {
        fileprivate static let names = [
            "tickwire_ticks_total", "tickwire_rows_changed_total", "tickwire_deliveries_total",
            "tickwire_delivery_bytes_total",
        ]

        fileprivate let counts: [Double]
        let cpuSeconds: Double

        var ticks: Double { counts[0] }
        var rows: Double { counts[1] }
        var deliveries: Double { counts[2] }
        var bytes: Double { counts[3] }

        func since(_ start: Work) -> Work {
            Work(counts: zip(counts, start.counts).map(-), cpuSeconds: cpuSeconds - start.cpuSeconds)
        }
    }

    /// Reads it while nothing is being delivered, so that the counts and the CPU time belong together.
    func work() throws -> Work {
        var last = try metrics(Work.names)
        for _ in 0..<200 {
            let seconds = try deliveringCPU
            let counts = try metrics(Work.names)
            if counts == last { return Work(counts: counts, cpuSeconds: seconds) }
            last = counts
        }
        throw BenchError.neverIdle
    }

    /// Reads its market from a mock of the providers, as often as it would ask the real ones.
    /// - Parameter mock: its base address.
    convenience init(reading mock: String, coins: Int) throws {
        let bases = Provider.hosts.flatMap { ["--provider-url", "\($0.name)=\(mock)"] }
        try self.init(market: ["--market", "live", "--coins", "\(coins)"] + bases)
    }

    /// Generates its market.
    /// - Parameters:
    ///   - hasUsualDoor: whether the limits of handshakes and of connections per address are the defaults.
    ///   - store: the address of an empty PostgreSQL database for accounts and users' data; nil: SQLite.
    ///   - previous: an ended server whose place this one takes.
    convenience init(
        coins: Int,
        rate: Double,
        share: Double = share,
        users: Int = 1,
        eventLoops: Int? = nil,
        hasUsualDoor: Bool = false,
        store: String? = nil,
        after previous: ServerProcess? = nil
    ) throws {
        try self.init(
            market: ["--mock-coins", "\(coins)", "--mock-rate", "\(rate)", "--mock-share", "\(share)"],
            users: users,
            eventLoops: eventLoops,
            hasUsualDoor: hasUsualDoor,
            store: store,
            after: previous
        )
    }

    private init(
        market: [String],
        users: Int = 1,
        eventLoops: Int? = nil,
        hasUsualDoor: Bool = false,
        store: String? = nil,
        after previous: ServerProcess? = nil
    ) throws {
        folder = try previous?.folder ?? TemporaryFolder()
        directory = folder.path
        let server = try Self.program("tickwire-server")
        let place = ["--data", directory] + (store.map { ["--store", $0] } ?? [])
        if previous == nil { for number in 0..<users { try Self.addUser(number, server, place) } }
        process.executableURL = server
        process.arguments = [
            "run", "--listen", "127.0.0.1:\(previous?.port ?? 0)", "--admin", "127.0.0.1:0",
            "--log-level", "error",
            "--max-connections-per-user", "20000",
            "--max-requests-per-second", "100000", "--max-changes-per-second", "100000",
        ]
        process.arguments? += market + place
        if !hasUsualDoor {
            process.arguments? += ["--max-connections-per-address", "20000", "--max-handshakes-per-address", "20000"]
        }
        if let eventLoops { process.arguments? += ["--event-loops", "\(eventLoops)"] }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let fields = try output.readLine().split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
        func field(_ name: String) -> String? {
            fields.first { $0.first == name[...] }.flatMap { $0.last }.map(String.init)
        }
        guard let listen = field("listen"), let port = listen.split(separator: ":").last.flatMap({ Int($0) }),
            let admin = field("admin"), let pin = field("pin").flatMap(PublicKeyPin.init)
        else { throw BenchError.serverDidNotStart }
        (self.port, self.admin, self.pin) = (port, admin, pin)
    }

    /// Kills the server with SIGKILL.
    func crash() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Leaves no server behind, even if the measurement fails.
    deinit {
        if process.isRunning { crash() }
    }

    /// A metric of the server, by its full name.
    func metric(_ name: String) throws -> Double { try metrics([name])[0] }

    /// Metrics of one moment, by their full names.
    func metrics(_ names: [String]) throws -> [Double] { try Self.metrics(names, at: admin) }

    /// - Parameter admin: a server's address for operators.
    static func metrics(_ names: [String], at admin: String) throws -> [Double] {
        let curl = Process()
        let output = Pipe()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        curl.arguments = ["curl", "--silent", "--fail", "http://\(admin)/metrics"]
        curl.standardOutput = output
        try curl.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        curl.waitUntilExit()
        let lines = text.split(separator: "\n")
        return names.map { name in
            let line = lines.first { $0.hasPrefix(name + " ") }
            return line.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) } ?? .nan
        }
    }

    /// Also fails the benchmark if a terminal's data differed from the server's, because its figures are then
    /// worthless.
    func stop() {
        let names = ["tickwire_hash_mismatches_total", "tickwire_user_hash_mismatches_total"]
        let sum = (try? metrics(names).reduce(0, +)) ?? 0
        crash()
        if sum > 0 { fatalError(BenchError.dataDiffered(times: Int(sum)).description) }
    }

    /// The programs of one build are in one folder.
    static func program(_ name: String) throws -> URL {
        let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
        guard FileManager.default.isExecutableFile(atPath: url.path) else { throw BenchError.notBuilt(name) }
        return url
    }

    static func addUser(_ number: Int, _ server: URL, _ place: [String]) throws {
        let adding = Process()
        let input = Pipe()
        adding.executableURL = server
        adding.arguments = ["user", "add", user(number), "--password-stdin"] + place
        adding.standardInput = input
        adding.standardOutput = FileHandle.nullDevice
        try adding.run()
        input.fileHandleForWriting.write(Data((password + "\n").utf8))
        input.fileHandleForWriting.closeFile()
        adding.waitUntilExit()
    }
}
