import PlatformKit

/// The limits of the system for this process and its children.
public enum ProcessLimit {
    /// Raises the number of open files as far as the system allows without its administrator. Each connection is an
    /// open file, and many programs are started with a low limit.
    public static func raiseOpenFiles() { set(.openFiles) { $0 } }

    /// How many files the process may have open now; nil if the system does not say.
    public static var openFilesMax: Int? { Resource.openFiles.limit.map { Int(clamping: $0.rlim_cur) } }

    /// Prevents a core, which would contain all memory of a crashed process, including passwords and keys.
    ///
    /// The limit is 1 and not 0. With any other limit, Linux still passes cores to a program that collects them. And 1
    /// is too small for a file (fs/coredump.c).
    public static func leaveNoCore() { set(.coreBytes) { min(1, $0) } }

    /// - Parameter wanted: returns the value to set, given the largest allowed one.
    private static func set(_ resource: Resource, _ wanted: (rlim_t) -> rlim_t) {
        guard var limit = resource.limit else { return }
        limit.rlim_cur = wanted(limit.rlim_max)
        resource.set(limit)
    }
}
