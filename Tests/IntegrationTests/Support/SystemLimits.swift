import Shared

/// The limits that the system sets a process.
struct SystemLimits {
    private let lines: [Substring]

    init(of process: Int32) throws {
        lines = String(decoding: try SmallFile.read("/proc/\(process)/limits"), as: UTF8.self).split(separator: "\n")
    }

    /// The size limit of a core in bytes: the one in force, and the highest that the process may set.
    var core: (own: String, most: String)? {
        let name = "Max core file size"
        let words = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ") ?? []
        return words.count < 2 ? nil : (String(words[0]), String(words[1]))
    }
}
