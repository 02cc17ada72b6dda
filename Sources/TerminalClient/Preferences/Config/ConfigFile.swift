internal import Shared

/// The user's configuration file. It need not exist.
package struct ConfigFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    package var exists: Bool { SmallFile.exists(path) }

    /// The preferences in the file, or the defaults if there is no file.
    package func load() throws(ConfigError) -> Preferences {
        guard let text = try text() else { return Preferences() }
        return try read(text)
    }

    /// Writes a file that explains all preferences. It takes over the values of a file that has only settings, as a screen
    /// writes it.
    /// - Throws: `ConfigError`, also if there is any other file, which stays as it is.
    package func create() throws(ConfigError) {
        let present = try text() ?? ""
        guard let entries = ConfigEntry.entries(of: present) else {
            throw ConfigError(path: path, line: nil, fault: .exists)
        }
        _ = try read(present)
        try write(entries.reduce(ConfigTemplate.text) { $1.written(into: $0) })
    }

    /// Changes one line. If the result could not be read, the file stays as it is.
    func set(_ entry: ConfigEntry) throws(ConfigError) {
        let text = entry.written(into: try text() ?? "")
        _ = try read(text)
        try write(text)
    }

    private func read(_ text: String) throws(ConfigError) -> Preferences {
        do throws(ConfigReader.PlacedFault) {
            return try ConfigReader.read(text)
        } catch {
            throw ConfigError(path: path, line: error.line, fault: error.fault)
        }
    }

    private func text() throws(ConfigError) -> String? {
        guard exists else { return nil }
        do {
            return String(decoding: try SmallFile.read(path), as: UTF8.self)
        } catch {
            throw ConfigError(path: path, line: nil, fault: .unreadable(reason: error.description))
        }
    }

    private func write(_ text: String) throws(ConfigError) {
        do {
            if let end = path.lastIndex(of: "/") { try SmallFile.makeFolder(String(path[..<end])) }
            // A file that is a link, into a folder of dotfiles for instance, stays one.
            let target = SmallFile.pathWithoutLinks(path) ?? path
            try SmallFile.write(Array(text.utf8), to: target, mode: .readableByAll)
        } catch {
            throw ConfigError(path: path, line: nil, fault: .unwritable(reason: error.description))
        }
    }
}

/// Why a configuration file cannot be used, and where in it.
package struct ConfigError: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// Counted from 1; nil if the error concerns the whole file.
    package let line: Int?
    let fault: ConfigFault
    package var reason: String { fault.description }

    package var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

extension String {
    /// Splits at line feeds only, and keeps a carriage return, because Swift takes CR LF for one character that is no
    /// line feed.
    var lines: [String] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}

/// A line of the configuration file that a screen changes.
package struct ConfigEntry: Equatable, Sendable {
    package let key: String
    package let value: String

    package init(_ setting: LocalSetting, _ value: String) { (key, self.value) = (setting.name, value) }

    /// - Returns: nil if the line is not one that a screen writes.
    private init?(line: String) {
        guard let setting = LocalSetting.all.first(where: { $0.name == Self.key(of: line) }),
            line.hasPrefix("\(setting.name): "), Self.rest(of: line).isEmpty
        else { return nil }
        self.init(setting, String(line.dropFirst(setting.name.count + 2)))
    }

    /// - Returns: nil if the text has more than settings, such as comments or keys.
    static func entries(of text: String) -> [ConfigEntry]? {
        let lines = text.lines.filter { !$0.isEmpty }
        let entries = lines.compactMap { ConfigEntry(line: $0) }
        return entries.count == lines.count ? entries : nil
    }

    /// Writes the value after its key in a file's text, and changes nothing else, comments included.
    package func written(into text: String) -> String {
        var lines = text.lines
        if let index = lines.lastIndex(where: { Self.key(of: $0) == key }) {
            lines[index] = "\(key): \(value)\(Self.rest(of: lines[index]))"
        } else {
            if lines.last?.isEmpty == true { lines.removeLast() }
            lines += ["\(key): \(value)", ""]
        }
        return lines.joined(separator: "\n")
    }

    /// The key of a line without indentation, as the reader reads it: `theme` for `theme : dark`. Nil if the line has none.
    private static func key(of line: String) -> String? {
        let text = line.hasSuffix("\r") ? line.dropLast() : line[...]
        guard var line = try? ConfigLine(text, number: 0), line.indentation == 0 else { return nil }
        return try? line.takeKey().text
    }

    /// The rest of a line after its value: a comment with the spaces before it, or a carriage return.
    private static func rest(of line: String) -> Substring {
        guard let comment = line.firstRange(of: " #") else { return line.hasSuffix("\r") ? "\r" : "" }
        let value = line[..<comment.lowerBound]
        return line[(value.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)...]
    }
}
