import Foundation
import NIOPosix
import PlatformKit
import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// Faults that keep a private server from starting are found before it starts.
@Suite(.timeLimit(.minutes(5)))
struct LocalServerTests {
    private let runtime = "/tmp/tickwire-\(UInt32.random(in: 0...UInt32.max))"

    private func server(
        _ changes: [String: String] = [:],
        patience: Duration = ServerProgram.usualPatience
    ) -> LocalServer {
        let usual = ["HOME": runtime, "XDG_RUNTIME_DIR": runtime, "PATH": "/nonexistent"]
        return LocalServer(
            isMock: true,
            linger: 1,
            environment: usual.merging(changes) { $1 },
            neighbor: nil,
            patience: patience
        )
    }

    private func error(_ server: LocalServer) async -> LocalServerError? {
        do throws(LocalServerError) {
            try await server.ensureRunning()
            return nil
        } catch {
            return error
        }
    }

    @Test func theAddressOfAPrivateServerIsAWord() {
        #expect(ServerAddress("local") == .local)
        #expect(ServerAddress("local-mock") == .localMock)
        #expect(ServerAddress("local:7443") == ServerAddress(host: "local", port: 7443))
        #expect(ServerAddress("local:7443")?.isLocal == false)
        #expect("\(ServerAddress.local)" == "local")
    }

    @Test func aPathThatIsTooLongIsReportedWithItsLimit() async {
        let folder = "/tmp/" + String(repeating: "long", count: 40)
        let error = await error(server(["XDG_RUNTIME_DIR": folder]))
        #expect(
            error == .pathTooLong(path: folder + "/tickwire/local-mock.socket", limit: UnixSocket.pathBytesMax)
        )
    }

    @Test func aFileInPlaceOfTheSocketIsLeftAlone() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = server()
        try SmallFile.makeFolder(server.place.socketFolder)
        try SmallFile.write([1], to: server.place.socket, durably: false)
        #expect(await error(server) == .noSocket(path: server.place.socket))
        let kept = try SmallFile.read(server.place.socket)
        #expect(kept == [1])
    }

    /// A socket for datagrams refuses a stream.
    @Test func aSocketThatCannotBeUsedIsReportedWithTheSystemsReason() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = server()
        try SmallFile.makeFolder(server.place.socketFolder)
        let socket = try BoundSocket.make(BoundSocket.datagram, at: server.place.socket)
        defer { close(socket) }
        let error = await error(server)
        #expect(error == .unusable(path: server.place.socket, reason: SystemError(code: EPROTOTYPE).description))
        #expect(error?.description.hasPrefix("\(server.place.socket) cannot be used: ") == true)
        #expect(error?.description.hasSuffix("; fix that and try again") == true)
    }

    @MainActor
    @Test func aProgramThatHasTakenTheSocketAndSaysNothingIsNamed() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = server()
        try SmallFile.makeFolder(server.place.socketFolder)
        let socket = try BoundSocket.make(Sockets.stream, at: server.place.socket)
        defer { close(socket) }
        try #require(listen(socket, 8) == 0)
        let target = ServerLink.Target(server, at: .localMock, deviceName: "test")
        var client = HeadlessClient(target: target, group: MultiThreadedEventLoopGroup.singleton)
        client.patience = .milliseconds(100)
        let error = try await client.run { [client] _ in
            do throws(ConnectionError) {
                try await client.ready()
                return ConnectionError?.none
            } catch {
                return error
            }
        }
        #expect(error == .local(.mute(path: server.place.socket)))
    }

    @Test func aFolderThatOthersMayWriteToIsNotTrusted() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = server()
        try SmallFile.makeFolder(server.place.socketFolder)
        try #require(chmod(server.place.socketFolder, 0o777) == 0)
        #expect(await error(server) == .untrusted(.writable(path: server.place.socketFolder, mode: 0o777)))
    }

    @Test(.enabled(if: geteuid() == 0)) func aFolderOfAnotherOwnerIsNotTrusted() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = server()
        try SmallFile.makeFolder(server.place.socketFolder)
        try #require(chown(server.place.socketFolder, 65_534, 65_534) == 0)
        #expect(
            await error(server)
                == .untrusted(
                    .foreign(path: server.place.socketFolder, .folder, owner: SystemUser(65_534), wanted: .current)
                )
        )
    }

    @Test func theMarkThatKeepsAServerIsSetAndRemoved() throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = server()
        try server.keep(true)
        #expect(SmallFile.exists(server.place.keepMark))
        try server.keep(false)
        #expect(!SmallFile.exists(server.place.keepMark))
    }

    // MARK: Programs

    /// The test's own `tickwire-server`, which runs this script.
    private func failing(
        _ script: String,
        patience: Duration = ServerProgram.usualPatience
    ) throws -> LocalServer {
        let program = runtime + "/tickwire-server"
        try SmallFile.makeFolder(runtime)
        try SmallFile.write(Array("#!/bin/sh\n\(script)\n".utf8), to: program, durably: false)
        try #require(chmod(program, 0o700) == 0)
        return server(["PATH": runtime + ":/usr/bin:/bin"], patience: patience)
    }

    @Test func aProgramThatEndsIsReportedWithTheLastLineOfItsLog() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = try failing("echo first >&2; echo 'out of memory' >&2; exit 1")
        #expect(await error(server) == .ended(lastLine: "out of memory", log: server.place.log))
        let silent = try failing("exit 1")
        #expect(
            await error(silent) == .ended(lastLine: nil, log: server.place.log),
            "the line before is of the one before"
        )
    }

    @Test func aProgramThatDoesNotBecomeReadyIsReportedWithTheTimeAndItsLog() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let gate = runtime + "/gate"
        let server = try failing("exec cat \(gate)", patience: .seconds(1))
        try #require(mkfifo(gate, 0o600) == 0)
        let error = await error(server)
        #expect(error == .silent(seconds: 1, log: server.place.log))
        let words = "the private server was not ready within 1 s; \(server.place.log) may say why"
        #expect(error?.description == words)
        // The program ends when its gate is opened and closed.
        close(open(gate, O_WRONLY))
    }

    @Test func aMissingProgramIsReportedWithTheSearchedPlaces() async {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        #expect(
            await error(server(["PATH": "/nonexistent:/nowhere"]))
                == .noProgram(searched: ["/nonexistent", "/nowhere"])
        )
    }

    @Test func aProgramThatRefusesIsQuoted() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let server = try failing("echo 'failed the disk is full'; exit 1")
        #expect(await error(server) == .refused("the disk is full"))
    }
}
