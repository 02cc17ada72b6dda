internal import TerminalKit

/// The top row of a tab: the product, the tabs and the user's name.
@MainActor
struct TabsHeader {
    /// A longer name of a list is cut to this width.
    private static let nameWidth = 20

    let tabs: TabsViewModel

    func draw(into buffer: inout Buffer, in area: Rect) {
        buffer.fill(area, style: Theme.bar)
        buffer.draw(Line(productName(in: area), Theme.product), in: area.inset(left: 1))
        let widget = widget(in: area)
        let place = tabsArea(in: area)
        widget.draw(into: &buffer, in: place)
        let used = place.x + widget.titles.reduce(0) { $0 + $1.columnCount + 3 }
        let user = Line(tabs.status.userName, Theme.barMuted)
        guard area.right - used > user.columnCount else { return }
        buffer.draw(user, in: area.inset(right: 1), alignment: .right, style: Theme.bar)
    }

    func tab(at point: Point, in area: Rect) -> Tab? {
        widget(in: area).index(at: point, in: tabsArea(in: area)).flatMap(Tab.init)
    }

    private func widget(in area: Rect) -> Tabs {
        Tabs(
            titles: Tab.allCases.map { Line(title(of: $0, isNarrow: area.width < 32)) },
            selected: tabs.tab.rawValue,
            style: Theme.tab,
            selectedStyle: Theme.selectedTab
        )
    }

    private func title(of tab: Tab, isNarrow: Bool) -> String {
        let number = isNarrow ? "" : "\(tab.rawValue + 1) "
        guard tab == .favorites else { return number + tab.title }
        let name = tabs.listName.truncated(toColumns: isNarrow ? tab.title.count : Self.nameWidth)
        return tabs.listCount > 0 && !isNarrow ? "\(number)\(name) \(tabs.listCount)" : number + name
    }

    private func tabsArea(in area: Rect) -> Rect {
        let name = productName(in: area)
        return area.inset(left: name.isEmpty ? 0 : name.columnCount + 3)
    }

    private func productName(in area: Rect) -> String { area.width < 50 ? "" : "tickwire" }
}
