internal import Logging
internal import Shared

/// How many connections fit into the process's file descriptors. The server reserves some for itself: it must write
/// its users' changes, query its providers and answer its operator however many terminals connect.
struct DescriptorBudget: Sendable {
    /// For the database and its log, requests to providers, posts of alerts (`PostPlaces.max`), kept connections
    /// (`TransferDriver.keptMax`), and libraries.
    static let reserve = 128
    /// Stays free for Dispatch. Once a second, Dispatch may open files in `/proc/self/task` to see how many of its threads run,
    /// and it ends the process if it cannot (swift-corelibs-libdispatch, `_dispatch_workq_count_runnable_workers`).
    static let spare = 16
    /// For sockets that were accepted beyond the limits of connections, until they are closed.
    static let passing = 16
    /// An event loop needs one for polling, one for wake-ups and one for its timer.
    static let perEventLoop = 3

    /// The limit of open files of the process; nil if the system does not report it.
    let filesMax: Int?
    let eventLoops: Int

    /// How many sockets of terminals and nodes may be open; at least one.
    var sockets: Int {
        guard let filesMax else { return .max }
        return max(1, filesMax - Self.reserve - Self.spare - AdminConnections.most - Self.perEventLoop * eventLoops)
    }

    /// - Returns: as many as wanted or as many as fit, whichever is less; at least one.
    func connections(wanted: Int) -> Int {
        if filesMax == nil { return wanted }
        // The server accepts a tenth more connections, to tell them that there are too many.
        return max(1, min(wanted, (sockets - Self.passing) * 10 / 11))
    }
}

extension ServerConfiguration {
    /// Limits the connections to the available file descriptors.
    /// - Parameter filesMax: how many files the process may have open; nil: any number.
    func fitting(_ filesMax: Int?, _ eventLoops: Int, logger: Logger) -> Self {
        let wanted = limits.connections
        let fitting = DescriptorBudget(filesMax: filesMax, eventLoops: eventLoops).connections(wanted: wanted)
        guard let filesMax, fitting < wanted else { return self }
        logger.warning(
            """
            The process may have \(filesMax) files open: the server takes \(fitting) connections instead of \(wanted). \
            Allow it more files (LimitNOFILE= of the systemd unit, ulimit -n), or lower --max-connections.
            """
        )
        var configuration = self
        configuration.limits.connections = fitting
        return configuration
    }
}
