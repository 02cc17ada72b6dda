internal import Dispatch
package import Shared

/// The private server of this user on this machine. It is started when it is needed.
package struct LocalServer: Sendable {
    package let place: LocalPlace
    private let program: ServerProgram

    /// - Parameters:
    ///   - linger: how many seconds a server that this value starts stays after its last terminal; nil: the server's
    ///     default.
    ///   - environment: names folders and the places of programs, and is passed to the server.
    ///   - neighbor: the program beside which the server's program is looked for first.
    ///   - patience: how long a server that this value starts may take until it listens.
    package init(
        isMock: Bool,
        linger: Int?,
        environment: [String: String],
        neighbor: String? = ServerProgram.thisProgram,
        patience: Duration = ServerProgram.usualPatience
    ) {
        place = LocalPlace(isMock: isMock, environment: environment)
        let options = (isMock ? ["--mock"] : []) + (linger.map { ["--linger", "\($0)"] } ?? [])
        program = ServerProgram(
            arguments: ["local", "--detached"] + options,
            environment: environment,
            neighbor: neighbor,
            patience: patience,
            log: place.log
        )
    }

    /// - Parameter server: the result is nil if this address is not local.
    package init?(_ server: ServerAddress, linger: Int?, environment: [String: String]) {
        guard server.isLocal else { return nil }
        self.init(isMock: server == .localMock, linger: linger, environment: environment)
    }

    /// Returns when a server listens or when the calling task is cancelled, which does not stop a start that has begun.
    package func ensureRunning() async throws(LocalServerError) {
        let (results, result) = AsyncStream.makeStream(of: Result<Void, LocalServerError>.self)
        // Locks and pipes block a thread, so use one that nothing else needs.
        DispatchQueue.global().async {
            result.yield(Result { () throws(LocalServerError) in try start() })
            result.finish()
        }
        for await result in results { try result.get() }
    }

    /// Sets whether the server stays after its last terminal.
    package func keep(_ isKept: Bool) throws(LocalServerError) {
        try checkFolder()
        if !isKept { return SmallFile.remove(place.keepMark) }
        do throws(SystemError) {
            try SmallFile.write([], to: place.keepMark, durably: false)
        } catch {
            throw .unusable(path: place.keepMark, reason: error.description)
        }
    }

    private func start() throws(LocalServerError) {
        try checkFolder()
        if try isListening() { return }
        // If several terminals come at once, one starts the server, and the others wait here.
        let lock: FileLock
        do throws(SystemError) { lock = try FileLock(waitingAt: place.startLock) } catch {
            throw .unusable(path: place.startLock, reason: error.description)
        }
        defer { lock.release() }
        if try isListening() { return }
        try program.start()
    }

    /// A user who can write to the folder could put another server there.
    private func checkFolder() throws(LocalServerError) {
        if place.socket.utf8.count > UnixSocket.pathBytesMax {
            throw .pathTooLong(path: place.socket, limit: UnixSocket.pathBytesMax)
        }
        do throws(PathFault) { _ = try TrustedPath().ownFolder(place.socketFolder) } catch { throw .untrusted(error) }
    }

    private func isListening() throws(LocalServerError) -> Bool {
        switch UnixSocket.look(at: place.socket) {
        case .answered: true
        case .nothing, .stale: false
        case .noSocket: throw .noSocket(path: place.socket)
        case .failed(let error): throw .unusable(path: place.socket, reason: error.description)
        }
    }
}
