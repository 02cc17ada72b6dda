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

    fileprivate var leaves: Bool {
        switch self {
        case .copy, .repaint: false
        case .help, .closed, .quit, .own: true
        }
    }
}

/// The ways out of a screen. The view model takes them, and the screen's flow follows them in order.
@MainActor
final class Exits<Destination: Equatable & Sendable> {
    private enum Flow {
        case waits
        /// It follows a route, and will show another screen or this one again.
        case leaves
        /// It follows a route for which the screen stays open.
        case stays
    }

    let routes: AsyncStream<Route<Destination>>
    private let continuation: AsyncStream<Route<Destination>>.Continuation
    /// How many routes to other screens the flow has not yet followed.
    private var waiting = 0
    private var flow = Flow.waits

    init() {
        // The flow reads them before a user can press more keys than these.
        (routes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(8))
    }

    /// Whether another screen is about to be shown, which gets the keys that the user presses next.
    var isLeaving: Bool {
        switch flow {
        case .waits: waiting > 0
        case .leaves: true
        case .stays: false
        }
    }

    func take(_ destination: Destination) { take(.own(destination)) }

    func take(_ route: Route<Destination>) {
        if case .enqueued = continuation.yield(route), route.leaves { waiting += 1 }
    }

    // MARK: The flow

    /// The flow waits for the next route, and the screen is open.
    func opened() { flow = .waits }

    func follows(_ route: Route<Destination>) {
        guard route.leaves else { return }
        waiting -= 1
        flow = .leaves
    }

    /// The screen stays open, whatever the flow has to wait for.
    func staysOpen() { flow = .stays }
}

/// The view model of a screen, with the inputs that every screen has.
@MainActor
protocol ScreenModel: AnyObject {
    associatedtype Destination: Equatable & Sendable

    var exits: Exits<Destination> { get }

    func quitRequested()
    /// Calls the input that belongs to the action.
    func perform(_ action: ScreenAction)
}

extension ScreenModel {
    var routes: AsyncStream<Route<Destination>> { exits.routes }

    func helpRequested() { exits.take(.help) }
    func quitRequested() { exits.take(.quit) }

    func perform(_ action: ScreenAction) {
        switch action {
        case .help: helpRequested()
        case .quit: quitRequested()
        // A screen without a connection has no keys for these.
        case .undo, .copyLink, .back, .refresh: break
        }
    }
}

/// The view model of a screen that is a tab or lies over the tabs.
@MainActor
protocol TabsScreenModel: ScreenModel {
    var tabs: TabsViewModel { get }
    /// The link to what the screen shows; nil if there is none. Then the screen has no key that copies it.
    var link: DeepLink? { get }
    /// The open question. The key for going back answers it with no.
    var question: Question? { get }
    /// Whether the screen lacks something that it can ask the server for again.
    var canRetry: Bool { get }

    func declined()
    /// Closes what is open within the screen, such as a crosshair.
    /// - Returns: false if nothing was open.
    func innerDismissed() -> Bool
    /// Asks the server again for what the screen lacks.
    func answerRequested()
}

extension TabsScreenModel {
    var keys: Keys { tabs.keys }
    var link: DeepLink? { nil }
    var question: Question? { nil }
    var canRetry: Bool { false }

    func declined() {}
    func innerDismissed() -> Bool { false }
    func answerRequested() {}

    func perform(_ action: ScreenAction) {
        switch action {
        case .undo: tabs.undoRequested()
        case .copyLink: copyRequested(link?.description)
        case .back: backPressed()
        case .refresh: refreshRequested()
        case .help: helpRequested()
        case .quit: quitRequested()
        }
    }

    /// Goes one level back: closes the question, or a message, or what is open within the screen, or the screen itself.
    func backPressed() {
        if question != nil { return declined() }
        if !tabs.status.dismissed(), !innerDismissed() { exits.take(.closed) }
    }

    func refreshRequested() {
        tabs.status.retryRequested()
        exits.take(.repaint)
        answerRequested()
    }

    /// - Parameter text: nil if there is nothing to copy.
    func copyRequested(_ text: String?) {
        guard let text else { return tabs.status.noted(.nothingToCopy) }
        exits.take(.copy(text))
        tabs.status.noted(.copied(text))
    }
}
