/// Where a screen leads. All but the last are followed in one place for every screen.
enum Route<Destination: Equatable & Sendable>: Equatable, Sendable {
    case help
    /// Into the clipboard.
    case copy(String)
    case repaint
    /// Back to where the user came from.
    case closed
    case quit
    /// What only this screen leads to.
    case own(Destination)
}

/// The ways out of a screen: its view model takes them, its flow follows them in order.
struct Exits<Destination: Equatable & Sendable>: Sendable {
    let routes: AsyncStream<Route<Destination>>
    private let continuation: AsyncStream<Route<Destination>>.Continuation

    init() {
        // Nobody presses more keys than this before the flow looks.
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

/// The view model of a screen that lies over the tabs, or is one.
@MainActor
protocol TabsScreenModel: ScreenModel {
    var tabs: TabsViewModel { get }

    /// Takes back what is open within the screen, a crosshair for instance.
    /// - Returns: false if there was nothing.
    func innerDismissed() -> Bool
}

extension TabsScreenModel {
    var keys: Keys { tabs.keys }

    func innerDismissed() -> Bool { false }

    /// One level back: a message, what is open within the screen, the screen itself.
    func backPressed() { if !tabs.status.dismissed(), !innerDismissed() { exits.take(.closed) } }

    func refreshRequested() {
        tabs.status.retryRequested()
        exits.take(.repaint)
    }

    /// - Parameter text: nil where there is nothing to copy.
    func copyRequested(_ text: String?) {
        guard let text else { return tabs.status.noted(.nothingToCopy) }
        exits.take(.copy(text))
        tabs.status.noted(.copied(text))
    }
}
