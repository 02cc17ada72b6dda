/// Where a screen leads. Every screen follows all cases but the last in the same way (`Screen.present`).
enum Route<Destination: Equatable & Sendable>: Equatable, Sendable {
    case help
    /// Copies a text to the clipboard.
    case copy(String)
    case repaint
    /// Returns to the screen that the user came from.
    case closed
    case quit
    /// Opens something that only this screen leads to.
    case own(Destination)
}

/// The ways out of a screen. The view model takes them, and the screen's flow follows them in order.
struct Exits<Destination: Equatable & Sendable>: Sendable {
    let routes: AsyncStream<Route<Destination>>
    private let continuation: AsyncStream<Route<Destination>>.Continuation

    init() {
        // The flow reads them before a user can press more keys than these.
        (routes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(8))
    }

    func take(_ route: Route<Destination>) { continuation.yield(route) }
    func take(_ destination: Destination) { continuation.yield(.own(destination)) }
}

/// The view model of a screen, with the inputs that every screen has.
@MainActor
protocol ScreenModel: AnyObject {
    associatedtype Destination: Equatable & Sendable

    var exits: Exits<Destination> { get }
}

extension ScreenModel {
    var routes: AsyncStream<Route<Destination>> { exits.routes }

    func helpRequested() { exits.take(.help) }
    func quitRequested() { exits.take(.quit) }
}

/// The view model of a screen that is a tab or lies over the tabs.
@MainActor
protocol TabsScreenModel: ScreenModel {
    var tabs: TabsViewModel { get }

    /// Closes what is open within the screen, such as a crosshair.
    /// - Returns: false if nothing was open.
    func innerDismissed() -> Bool
}

extension TabsScreenModel {
    var keys: Keys { tabs.keys }

    func innerDismissed() -> Bool { false }

    /// Goes one level back: closes a message, or what is open within the screen, or the screen itself.
    func backPressed() { if !tabs.status.dismissed(), !innerDismissed() { exits.take(.closed) } }

    func refreshRequested() {
        tabs.status.retryRequested()
        exits.take(.repaint)
    }

    /// - Parameter text: nil if there is nothing to copy.
    func copyRequested(_ text: String?) {
        guard let text else { return tabs.status.noted(.nothingToCopy) }
        exits.take(.copy(text))
        tabs.status.noted(.copied(text))
    }
}
