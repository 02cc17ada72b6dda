internal import Dispatch
package import Shared

/// The private server of this user on this machine, which is started when it is needed.
package struct LocalServer: Sendable {
    package let place: LocalPlace
    private let program: ServerProgram

    /// - Parameters:
    ///   - linger: how many seconds a server that is started stays after its last terminal; nil: as long as it likes.
    ///   - environment: tells folders and the places of programs, and is handed to the server.
    ///   - neighbor: beside which the server's program is looked for first.
    package init(
        isMock: Bool,
        linger: Int?,
        environment: [String: String],
        neighbor: String? = ServerProgram.thisProgram
    ) {
        place = LocalPlace(isMock: isMock, environment: environment)
        let options = (isMock ? ["--mock"] : []) + (linger.map { ["--linger", "\($0)"] } ?? [])
        program = ServerProgram(
            arguments: ["local", "--detached"] + options,
            environment: environment,
            neighbor: neighbor,
            log: place.log
        )
    }

    /// - Parameter server: nil is returned for one that is not local.
    package init?(_ server: ServerAddress, linger: Int?, environment: [String: String]) {
        guard server.isLocal else { return nil }
        self.init(isMock: server == .localMock, linger: linger, environment: environment)
    }

    /// Returns once a server listens.
    package func ensureRunning() async throws(LocalServerError) {
        // Locks and pipes make a thread wait, which must not be one that everybody needs.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(LocalServerError) in try start() })
            }
        }
        try result.get()
    }

    /// Whether the server stays when its last terminal has gone.
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
        // Of several terminals that come at once, one starts the server, and the others wait here.
        let lock: FileLock
        do throws(SystemError) { lock = try FileLock(waitingAt: place.startLock) } catch {
            throw .unusable(path: place.startLock, reason: error.description)
        }
        defer { lock.release() }
        if try isListening() { return }
        try program.start()
    }

    /// Who could write to the folder could put a server of their own there.
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
