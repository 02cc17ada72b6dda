import Foundation
import TestSupport

/// A file system of a few megabytes that one process alone sees: a tmpfs in a mount namespace of its own, which needs no rights beyond
/// those of whoever may make namespaces (unshare(1), `--map-root-user --mount`).
struct SmallDisk {
    /// Where it is, for the process that has it.
    let path: String
    /// A folder whose files it has from the beginning.
    let contents: String
    private let size = "2m"

    /// Whether this machine lets us have one.
    static let isAvailable: Bool = {
        let process = try? ChildProcess(unshare + ["sh", "-c", "mount -t tmpfs tickwire /mnt"], errors: .null)
        return process?.statusBlocking() == 0
    }()

    private static let unshare = ["/usr/bin/unshare", "--map-root-user", "--mount"]

    /// Starts what comes after it with the disk in place.
    var launcher: [String] {
        let script =
            #"mkdir "$1" && mount -t tmpfs -o size="$3",mode=700 tickwire "$1" && cp -r "$2/." "$1" && shift 3 && exec "$@""#
        return Self.unshare + ["sh", "-c", script, "sh", path, contents, size]
    }

    /// Leaves no byte free.
    /// - Returns: what to remove to have room again.
    func fill(seenFrom root: String) throws -> URL {
        let file = URL(fileURLWithPath: root + path + "/filler")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        var chunk = 65_536
        while chunk > 0 {
            do { try handle.write(contentsOf: Data(count: chunk)) } catch { chunk /= 2 }
        }
        try handle.close()
        return file
    }
}
