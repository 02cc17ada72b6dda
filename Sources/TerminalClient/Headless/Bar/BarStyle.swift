internal import Shared

/// The program that shows a `BarLine`.
package enum BarStyle: String, CaseIterable, Sendable {
    /// Without colors.
    case plain
    /// Colors of tmux's status line, with a background of their own: the line itself is green unless the user changes it.
    /// Source: tmux(1), STYLES.
    case tmux
    /// i3bar's protocol: a header, then an endless JSON array of lines.
    /// Source: https://i3wm.org/docs/i3bar-protocol.html
    case i3bar
    /// A JSON object for each line, as waybar's custom module reads with `"return-type": "json"`.
    /// Source: waybar-custom(5)
    case waybar

    /// What comes before the first line.
    package var head: [String] { self == .i3bar ? [#"{"version":1}"#, "["] : [] }
    /// What comes between two lines.
    package var separator: String { self == .i3bar ? "," : "" }
    /// What comes after the last line.
    package var tail: [String] { self == .i3bar ? ["]"] : [] }

    /// A line without prices, with the reason.
    package func text(_ words: String) -> String {
        switch self {
        case .plain, .tmux: escaped(words)
        case .i3bar: PushReport.json([Block(name: "tickwire", full: words, short: words, color: Block.grey)])
        case .waybar: PushReport.json(Module(text: escaped(words), tooltip: escaped(words), shade: "old"))
        }
    }

    package func text(_ line: BarLine) -> String {
        switch self {
        case .plain, .tmux: (line.items.map(words) + [origins(line)]).joined(separator: "  ")
        case .i3bar: PushReport.json(line.items.map(Block.init) + line.origins.map(Block.init(origin:)))
        case .waybar:
            PushReport.json(
                Module(
                    text: (line.items.map(words) + [origins(line)]).joined(separator: "  "),
                    tooltip: line.items.map { item in
                        words(item) + (item.origin.map { "  \(escaped($0))" } ?? "")
                    }.joined(separator: "\n"),
                    shade: line.items.contains { $0.trend == .old } ? "old" : line.items.first?.trend.rawValue ?? "flat"
                )
            )
        }
    }

    private func words(_ item: BarLine.Item) -> String {
        let words = escaped(([item.symbol, item.price] + [item.change].compactMap(\.self)).joined(separator: " "))
        guard self == .tmux else { return words }
        return switch item.trend {
        case .up: "#[fg=brightgreen,bg=black]\(words)#[default]"
        case .down: "#[fg=brightred,bg=black]\(words)#[default]"
        case .flat: words
        case .old: "#[dim]\(words)#[default]"
        }
    }

    /// Where the prices of the line are from, and how old they are.
    private func origins(_ line: BarLine) -> String {
        let words = "(\(escaped(line.origins.isEmpty ? "no prices" : line.origins.joined(separator: ", "))))"
        return self == .tmux ? "#[dim]\(words)#[default]" : words
    }

    /// A text in which nothing is a command of the bar.
    private func escaped(_ text: String) -> String {
        switch self {
        case .plain, .i3bar: text
        case .tmux: text.replacing(["#": "##"])
        // Pango's markup.
        case .waybar: text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
        }
    }

    fileprivate struct Block: Encodable {
        static let grey = "#808080"

        let name: String
        let full: String
        let short: String
        let color: String?

        enum CodingKeys: String, CodingKey {
            case name, color
            case full = "full_text"
            case short = "short_text"
        }
    }

    private struct Module: Encodable {
        let text: String
        let tooltip: String
        /// For style sheets.
        let shade: String

        enum CodingKeys: String, CodingKey {
            case text, tooltip
            case shade = "class"
        }
    }
}

extension BarStyle.Block {
    /// A bar without room for the age leaves it out and colors old prices grey.
    fileprivate init(origin: String) {
        (name, full, color) = ("source", origin, Self.grey)
        short = origin.split(separator: " ").prefix(1).joined()
    }

    fileprivate init(_ item: BarLine.Item) {
        name = item.symbol
        full = ([item.symbol, item.price] + [item.change].compactMap(\.self)).joined(separator: " ")
        short = "\(item.symbol) \(item.price)"
        color =
            switch item.trend {
            case .up: "#5faf5f"
            case .down: "#ff5f5f"
            case .flat: nil
            case .old: Self.grey
            }
    }
}
