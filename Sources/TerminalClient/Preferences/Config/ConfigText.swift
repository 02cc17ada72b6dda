internal import Shared

/// The text of a configuration file as a tree of values, and the line of each.
///
/// It is the part of YAML that such a file needs: blocks of `name: value`, lists in brackets or with dashes, quotation marks
/// and comments. Whatever is read here, YAML reads in the same way (`ConfigTextTests`). Anything else is a mistake with
/// its line, in plain words. A library for all of YAML would bring Foundation and its 40 MB of data.
struct ConfigText {
    typealias PlacedFault = ConfigReader.PlacedFault

    private var lines: ArraySlice<ConfigLine>

    /// - Returns: nil if the file has nothing but comments.
    static func read(_ text: String) throws(PlacedFault) -> ConfigNode? {
        var (lines, hasMark) = ([ConfigLine](), false)
        let ends: Set<Character> = ["\n", "\r", "\r\n"]
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: ends.contains)
        for (index, line) in all.enumerated() {
            if line == "---", lines.isEmpty, !hasMark {
                // A document may begin with this mark.
                hasMark = true
                continue
            }
            if let line = try ConfigLine(line, number: index + 1) { lines.append(line) }
        }
        guard let first = lines.first else { return nil }
        var reader = ConfigText(lines: lines[...])
        let node = try reader.block(indentation: first.indentation)
        if let rest = reader.lines.first {
            throw rest.placed(.notBelongingAbove)
        }
        return node
    }

    /// The lines that begin here with this indentation, and the values in them.
    private mutating func block(indentation: Int) throws(PlacedFault) -> ConfigNode {
        var first = lines[lines.startIndex]
        if first.takeDash() { return try list(indentation: indentation) }
        var entries: [ConfigNode.Entry] = []
        var names: Set<String> = []
        while var line = lines.first, line.indentation >= indentation {
            try checkIndentation(line, indentation)
            lines = lines.dropFirst()
            let key = try line.takeKey()
            guard let name = key.text, names.insert(name).inserted else {
                throw line.placed(.givenTwice(key.text ?? ""))
            }
            let value = try line.isAtEnd ? inner(of: line, indentation) : line.takeValue()
            entries.append(ConfigNode.Entry(key: key, value: value))
        }
        return ConfigNode(content: .block(entries), line: first.number)
    }

    /// The value of a name whose line has none.
    private mutating func inner(of line: ConfigLine, _ indentation: Int) throws(PlacedFault) -> ConfigNode {
        if var next = lines.first {
            // YAML lets the dashes of a list stand below the name.
            if next.indentation > indentation || next.indentation == indentation && next.takeDash() {
                return try block(indentation: next.indentation)
            }
        }
        return ConfigNode(content: .text(""), line: line.number)
    }

    private mutating func list(indentation: Int) throws(PlacedFault) -> ConfigNode {
        var items: [ConfigNode] = []
        let first = lines[lines.startIndex]
        while var line = lines.first, line.indentation >= indentation {
            try checkIndentation(line, indentation)
            guard line.takeDash() else { break }
            lines = lines.dropFirst()
            items.append(try line.takeValue())
        }
        return ConfigNode(content: .list(items), line: first.number)
    }

    private func checkIndentation(_ line: ConfigLine, _ indentation: Int) throws(PlacedFault) {
        if line.indentation == indentation { return }
        throw line.placed(.indentedMore)
    }
}

/// A value in the configuration file.
struct ConfigNode: Equatable {
    enum Content: Equatable {
        /// As it is written: `on`, `y` and `1` do not have YAML's own meaning.
        case text(String)
        case list([ConfigNode])
        case block([Entry])
    }

    /// `name: value`
    struct Entry: Equatable {
        let key: ConfigNode
        let value: ConfigNode
    }

    let content: Content
    /// Where it begins. The first line is 1.
    let line: Int

    /// Nil for a list and a block.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// Nil for a text and a block.
    var items: [ConfigNode]? { if case .list(let items) = content { items } else { nil } }
}
