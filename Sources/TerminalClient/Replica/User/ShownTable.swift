internal import Observation
internal import Shared

/// The user's table as this terminal shows it, and the parts of it that screens read. Each part changes only with its own
/// records, so a screen that reads one part is not redrawn for the others.
@MainActor
@Observable
final class ShownTable {
    private(set) var table = UserTable()
    /// In the user's order.
    private(set) var items: [ListID: [ListItem]] = [:]
    private(set) var lists: [NamedList] = []
    private(set) var alertEvents: [AlertEvent] = []
    private(set) var lostDeliveries: [LostDelivery] = []

    func show(_ next: UserTable) {
        if next == table { return }
        table = next
        let (items, lists) = (next.allItems, next.lists)
        if items != self.items { self.items = items }
        if lists != self.lists { self.lists = lists }
        let alertEvents = next.alertEvents
        if alertEvents != self.alertEvents { self.alertEvents = alertEvents }
        let lostDeliveries = next.lostDeliveries
        if lostDeliveries != self.lostDeliveries { self.lostDeliveries = lostDeliveries }
    }
}
