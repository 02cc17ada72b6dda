import TerminalKit
import Testing

@testable import TerminalClient

/// A walk to the middle of a list, with room for a page in either direction.
@MainActor
struct Walk {
    /// How many rows a page has.
    let page: Int
    let place: Int

    init(in view: any View, selected: () -> Int?) throws {
        view.press(Key(.pageDown))
        page = try #require(selected())
        view.press(Key(.down))
        place = try #require(selected())
        try #require(page > 3 && place == page + 1)
    }

    /// The row to which the action's key leads.
    func target(of action: String, last: Int) -> Int? {
        switch action {
        case "up": place - 1
        case "down": place + 1
        case "pageUp": place - page
        case "pageDown": place + page
        case "first": 0
        case "last": last
        default: nil
        }
    }
}
