internal import Synchronization

/// The system's time zone database, which its distribution keeps up to date.
///
/// Foundation's is a copy from the day on which Swift was built, in a library of 40 MB.
enum ZoneDatabase {
    private static let folder = "/usr/share/zoneinfo"
    /// The zones once more, with other rules for leap seconds.
    private static let variants: Set = ["posix", "right"]

    /// The names of all zones with a slash, by the name in lower case. Names without a slash, such as CET, mean several
    /// zones, or change their meaning with the season; only UTC is clear.
    private static let names: [String: String] = {
        var names = [utc.lowercased(): utc]
        for area in SmallFile.names(in: folder) where !area.hasPrefix(".") && !variants.contains(area) {
            collect(area, into: &names)
        }
        return names
    }()

    private static let utc = "UTC"
    private static let files = Mutex([utc: ZoneFile.utc])

    /// - Parameter typed: a zone's name, in any case.
    /// - Returns: the name as the database has it; nil if it has no such zone.
    static func name(typed: String) -> String? { names[typed.lowercased()] }

    /// The zone of this name. Each file is read once.
    static func zone(named name: String) -> ZoneFile? {
        guard names[name.lowercased()] == name else { return nil }
        if let file = files.withLock({ $0[name] }) { return file }
        guard let file = (try? SmallFile.read("\(folder)/\(name)")).flatMap(ZoneFile.init) else { return nil }
        files.withLock { $0[name] = file }
        return file
    }

    private static func collect(_ path: String, into names: inout [String: String]) {
        for entry in SmallFile.names(in: "\(folder)/\(path)") where !entry.hasPrefix(".") {
            let name = "\(path)/\(entry)"
            names[name.lowercased()] = name
            collect(name, into: &names)
        }
    }
}
