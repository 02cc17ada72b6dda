import Foundation
import TestSupport

/// A file system of a few megabytes that only one process sees: a tmpfs in a mount namespace of its own. It needs only
/// the right to make namespaces (unshare(1), `--map-root-user --mount`).
struct SmallDisk {
    /// The mount point in the process that has the disk.
    let path: String
    /// A folder whose files are copied to the disk at the start.
    let contents: String
    static let bytes = 2 << 20

    /// Whether this machine allows such a disk.
    static let isAvailable: Bool = {
        let process = try? ChildProcess(unshare + ["sh", "-c", "mount -t tmpfs tickwire /mnt"], errors: .null)
        return process?.statusBlocking() == 0
    }()

    private static let unshare = ["/usr/bin/unshare", "--map-root-user", "--mount"]

    /// The command that runs the words after it with the disk mounted.
    var launcher: [String] {
        let script =
            #"mkdir "$1" && mount -t tmpfs -o size="$3",mode=700 tickwire "$1" && cp -r "$2/." "$1" && shift 3 && exec "$@""#
        return Self.unshare + ["sh", "-c", script, "sh", path, contents, "\(Self.bytes)"]
    }

    /// Leaves no byte free.
    /// - Returns: the file to remove for room.
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
