import Observation

/// The loop between view and terminal. Events go to the view, and a frame is drawn when something that it showed has
/// changed. If nothing has changed, nothing is drawn or written.
@MainActor
package final class TerminalScreen: Screen {
    package typealias Write = @MainActor ([UInt8]) async -> Void

    package private(set) var size: Size
    /// The color scheme for a terminal. It is called again when the terminal reports more of its colors.
    package var scheme: (TerminalColors) -> ColorScheme = { _ in .none } { didSet { chooseColors() } }
    /// Whether the terminal has said that it shows images.
    private var showsImages = false

    private var colors: TerminalColors
    /// Whether the colors must be worked out before the next frame. That takes milliseconds, and a terminal answers some
    /// twenty questions about its colors at once.
    private var isRecoloring = false
    private let charset: Charset
    private let blocks: BlockDetail
    private let notifications: DesktopNotification
    private let clock: FrameClock
    private let write: Write
    private let demand = FrameDemand()
    private var renderer: Renderer
    private var pacer: FramePacer
    private var view: (any View)?
    /// Whether the view's flow is about to show another view.
    private var isLeaving: @MainActor () -> Bool = { false }
    /// Input for the view that is shown next.
    private var waiting: [InputEvent] = []
    /// Nobody types more than this while a screen changes. The rest is dropped.
    private static let waitingMax = 256
    /// The places of the frame that was drawn last, because a click refers to what the user sees.
    private var keyPlaces: [KeyPlace] = []
    /// Whether the wanted frame answers an action of the user.
    private var isUrgent = false
    /// Bytes that go out before the next frame and are not a part of it.
    private var asides: [UInt8] = []

    package init(
        size: Size,
        capabilities: Capabilities,
        clock: some Clock<Duration>,
        framesPerSecond: Int = 30,
        write: @escaping Write
    ) {
        self.size = size
        self.write = write
        self.clock = FrameClock(clock)
        colors = capabilities.terminalColors
        charset = capabilities.charset
        (blocks, notifications) = (capabilities.blocks, capabilities.notifications)
        renderer = Renderer(capabilities: capabilities)
        pacer = FramePacer(framesPerSecond: framesPerSecond)
    }

    package func show(_ view: any View, isLeaving: @escaping @MainActor () -> Bool) {
        self.view = view
        self.isLeaving = isLeaving
        keyPlaces = []
        isUrgent = true
        demand.raise()
        viewStays()
    }

    package func viewStays() {
        while !waiting.isEmpty, !isLeaving() { handle(waiting.removeFirst()) }
    }

    package func copy(_ text: String) { send(ControlSequence.clipboard(text)) }

    package func notify(_ text: String) { send(notifications.bytes(text)) }

    package func repaint() { repaint(keepingImages: false) }

    /// Runs until the events end or the calling task is cancelled.
    @discardableResult
    package func run(events: some AsyncSequence<InputEvent, Never>) async -> EndReason {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.drawFrames() }
            let reason = await follow(events)
            group.cancelAll()
            return reason
        }
    }
}

// MARK: Events
extension TerminalScreen {
    private func follow(_ events: some AsyncSequence<InputEvent, Never>) async -> EndReason {
        for await event in events {
            if case .ended(let reason) = event { return reason }
            receive(event)
        }
        return .inputClosed
    }

    /// Keys wait for the view that an earlier key leads to. A click does not, because it is meant for what was seen.
    private func receive(_ event: InputEvent) {
        guard !waiting.isEmpty || isLeaving() else { return handle(event) }
        switch event {
        case .key, .paste: if waiting.count < Self.waitingMax { waiting.append(event) }
        case .mouse: break
        default: handle(event)
        }
    }

    /// Turns a click on the name of a key into that key.
    private func withKeyForClick(_ event: InputEvent) -> InputEvent {
        guard case .mouse(let mouse) = event, mouse.kind == .press(.left) else { return event }
        return keyPlaces.key(at: mouse.position).map(InputEvent.key) ?? event
    }

    private func repaint(keepingImages: Bool) {
        renderer.invalidate(keepingImages: keepingImages)
        isUrgent = true
        demand.raise()
    }

    private func chooseColors() {
        isRecoloring = true
        isUrgent = true
        demand.raise()
    }

    private func handle(_ event: InputEvent) {
        switch event {
        case .resized(let size):
            self.size = size
            // Repaint even if the size is the same again, because the terminal may have cut its content in between.
            repaint(keepingImages: true)
        case .resumed: repaint()
        // Requested when the terminal was taken, so that Esc need not wait for more bytes.
        case .keyboardProtocolOffered: send(ControlSequence.pushKeyboardMode)
        case .imagesOffered:
            showsImages = true
            demand.raise()
        case .colorTold(let answer):
            let known = colors
            colors.learn(answer)
            if colors != known { chooseColors() }
        default: break
        }
        let event = withKeyForClick(event)
        _ = view?.take(event, in: size, isUpToDate: !demand.isRaised)
        guard demand.isRaised else { return }
        // The frame may be waiting for its turn already, which is no longer necessary.
        isUrgent = true
        demand.lookAgain()
    }
}

// MARK: Frames
extension TerminalScreen {
    /// Frames are written one after another, so nothing can get into the middle of one.
    private func send(_ bytes: [UInt8]) {
        asides += bytes
        isUrgent = true
        demand.raise()
    }

    private func drawFrames() async {
        await withDiscardingTaskGroup { alarms in
            for await _ in demand.requests where demand.heard() {
                let due = pacer.due(isUrgent: isUrgent)
                if due <= clock.now() {
                    await drawFrame()
                } else {
                    alarms.addTask { [clock, demand] in
                        try? await clock.sleepUntil(due)
                        demand.lookAgain()
                    }
                }
            }
            alarms.cancelAll()
        }
    }

    /// The next frame is drawn only after the terminal has taken this one. It contains all changes since.
    private func drawFrame() async {
        guard let view else { return }
        let frame = demand.beginFrame()
        pacer.drew(at: clock.now(), isUrgent: isUrgent)
        isUrgent = false
        if isRecoloring {
            isRecoloring = false
            renderer.take(ColorTable(scheme(colors), on: colors))
        }
        var buffer = emptyBuffer
        let cursor = withObservationTracking {
            view.frame(into: &buffer)
        } onChange: { [demand] in
            demand.raise(ifStill: frame)
        }
        keyPlaces = buffer.keyPlaces
        if showsImages { view.shown(images: buffer.wantedImages) }
        let bytes = asides + renderer.frame(buffer, cursor: cursor)
        asides = []
        if !bytes.isEmpty { await write(bytes) }
        if renderer.isBehind { demand.raise() }
    }

    private var emptyBuffer: Buffer { Buffer(size: size, charset: charset, blocks: blocks, showsImages: showsImages) }
}

extension TerminalScreen {
    /// A screen on a real terminal; run it with the terminal's events.
    package convenience init(
        terminal: Terminal,
        capabilities: Capabilities
    ) {
        self.init(size: terminal.size, capabilities: capabilities, clock: ContinuousClock()) {
            await terminal.write($0)
        }
    }
}
