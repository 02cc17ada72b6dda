import TestSupport
import Testing

@testable import TerminalKit

/// In any sequence of frames, images are sent once, placed correctly, and removed when they disappear.
struct RendererImageTests {
    @Test(arguments: ModelImages.Scrolling.allCases)
    func aFrameOverAnotherShowsTheImagesOfTheSecond(scrolling: ModelImages.Scrolling) throws {
        for seed in UInt64(0)..<100 {
            var random = SeededGenerator(seed: seed)
            var size = Self.size(&random)
            var terminal = ModelTerminal(size: size)
            terminal.images.scrolling = scrolling
            var renderer = Renderer(capabilities: Capabilities())
            var buffer = Buffer(size: size, showsImages: true)
            for frame in 0..<10 {
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    size = Self.size(&random)
                    terminal.resize(size)
                    renderer.invalidate(keepingImages: true)
                    buffer = Buffer(size: size, showsImages: true)
                case 1:
                    terminal.images.removeAll()
                    renderer.invalidate()
                default: break
                }
                buffer = try Self.changed(buffer, &random)
                repeat { terminal.feed(renderer.frame(buffer)) } while renderer.isBehind
                let difference = terminal.difference(from: Self.whole(buffer), depth: .trueColor)
                #expect(difference == nil, "seed \(seed), frame \(frame), size \(size)")
                #expect(renderer.frame(buffer).isEmpty, "seed \(seed), frame \(frame)")
                if difference != nil { return }
            }
        }
    }

    @Test func anImageIsSentOnceAndMovedByItsNumber() throws {
        var renderer = Renderer(capabilities: Capabilities())
        let image = try Self.image(7)
        let first = String(decoding: renderer.frame(Self.frame { $0.place(image, in: Self.cell(3, 0)) }), as: UTF8.self)
        #expect(first.contains("\u{1B}_Ga=t,f=100,i=7,q=2,m=0;"))
        #expect(first.contains("\u{1B}[3C\u{1B}_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2\u{1B}\\"))
        let second = renderer.frame(Self.frame { $0.place(image, in: Self.cell(3, 1)) })
        #expect(
            String(decoding: second, as: UTF8.self) == "\u{1B}[2;4H\u{1B}_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2\u{1B}\\"
        )
        #expect(
            String(decoding: renderer.frame(Self.frame { _ in }), as: UTF8.self)
                == "\u{1B}_Ga=d,d=i,i=7,p=1,q=2\u{1B}\\"
        )
        let third = renderer.frame(Self.frame { $0.place(image, in: Self.cell(3, 1)) })
        #expect(third == second, "the terminal still has it")
    }

    @Test func aTerminalThatDoesNotShowImagesGetsNone() throws {
        var renderer = Renderer(capabilities: Capabilities())
        var buffer = Buffer(size: Size(width: 10, height: 2))
        buffer.place(try Self.image(7), in: Self.cell(0, 0))
        #expect(buffer.placements.isEmpty)
        let bytes = renderer.frame(buffer)
        #expect(!bytes.contains(UInt8(ascii: "_")))
    }

    @Test func anImageThatIsPartlyOffTheScreenIsNotPlaced() throws {
        let image = try Self.image(7)
        for area in [Self.cell(9, 0), Self.cell(-1, 0), Self.cell(0, 2), Rect(width: 0, height: 1)] {
            #expect(Self.frame { $0.place(image, in: area) }.placements.isEmpty)
        }
    }

    @Test func fillingRemovesImages() throws {
        let image = try Self.image(7)
        let buffer = Self.frame {
            $0.place(image, in: Self.cell(0, 0))
            $0.place(image, in: Self.cell(4, 1))
            $0.fill(Rect(x: 1, y: 0, width: 3, height: 2))
        }
        #expect(buffer.placements.map(\.area) == [Self.cell(4, 1)])
    }

    @Test func manyImagesComeInSeveralFrames() throws {
        var renderer = Renderer(capabilities: Capabilities())
        var terminal = ModelTerminal(size: Size(width: 40, height: 20))
        var buffer = Buffer(size: Size(width: 40, height: 20), showsImages: true)
        for number in UInt32(1)...20 {
            buffer.place(try Self.image(number, bytes: 6_000), in: Self.cell(0, Int(number) - 1))
        }
        var frames = 0
        repeat {
            let bytes = renderer.frame(buffer)
            #expect(bytes.count < 48 << 10)
            terminal.feed(bytes)
            frames += 1
        } while renderer.isBehind
        #expect(frames > 2)
        #expect(terminal.difference(from: buffer, depth: .trueColor) == nil)
    }

    /// Once, the cells were blank until the terminal had the image.
    @Test func theCellsBelowAreShownUntilTheTerminalHasTheImage() throws {
        var renderer = Renderer(capabilities: Capabilities())
        var terminal = ModelTerminal(size: Size(width: 40, height: 20))
        var buffer = Buffer(size: Size(width: 40, height: 20), showsImages: true)
        for number in 1...20 as ClosedRange<Int> {
            buffer.draw("B\(number % 10) coin", at: Point(x: 0, y: number - 1))
            buffer.place(try Self.image(UInt32(number), bytes: 6_000), in: Self.cell(0, number - 1))
        }
        terminal.feed(renderer.frame(buffer))
        #expect(renderer.isBehind)
        let shown = Set(terminal.images.shown.values.map(\.y))
        #expect(shown.count > 2 && shown.count < 20)
        for row in 0..<20 {
            let badge = shown.contains(row) ? "  " : "B\((row + 1) % 10)"
            #expect(terminal.lines[row].hasPrefix(badge + " coin"))
        }
        while renderer.isBehind { terminal.feed(renderer.frame(buffer)) }
        #expect(terminal.difference(from: Self.whole(buffer), depth: .trueColor) == nil)
    }

    @Test func theTerminalKeepsALimitedNumberOfImages() throws {
        var renderer = Renderer(capabilities: Capabilities())
        var terminal = ModelTerminal(size: Size(width: 10, height: 2))
        for number in UInt32(1)...300 {
            let image = try Self.image(number)
            terminal.feed(renderer.frame(Self.frame { $0.place(image, in: Self.cell(0, 0)) }))
        }
        #expect(terminal.unknown == [])
        #expect(Set(terminal.images.sent.keys) == Set(45...300), "those that were seen last")
    }

    @Test func aNewSizePlacesKnownImagesAgain() throws {
        var renderer = Renderer(capabilities: Capabilities())
        let image = try Self.image(7)
        let buffer = Self.frame { $0.place(image, in: Self.cell(3, 0)) }
        _ = renderer.frame(buffer)
        renderer.invalidate(keepingImages: true)
        let resized = String(decoding: renderer.frame(buffer), as: UTF8.self)
        #expect(resized.contains("\u{1B}_Ga=d,q=2\u{1B}\\") && resized.contains("a=p,i=7"))
        #expect(!resized.contains("a=t"))
        renderer.invalidate()
        let resumed = String(decoding: renderer.frame(buffer), as: UTF8.self)
        #expect(resumed.contains("\u{1B}_Ga=d,d=A,q=2\u{1B}\\") && resumed.contains("a=t"))
    }

    @Test func zeroIsNoImage() { #expect(Image(id: 0, png: [1]) == nil) }

    // MARK: Support

    static func image(_ id: UInt32, bytes: Int = 9) throws -> Image {
        try #require(Image(id: id, png: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ Int(id)) }))
    }

    /// The buffer as the terminal shows it once it has all images.
    private static func whole(_ buffer: Buffer) -> Buffer {
        var whole = buffer
        whole.clear(below: buffer.placements)
        return whole
    }

    private static func cell(_ x: Int, _ y: Int) -> Rect { Rect(x: x, y: y, width: 2, height: 1) }

    private static func frame(_ draw: (inout Buffer) -> Void) -> Buffer {
        var buffer = Buffer(size: Size(width: 10, height: 2), showsImages: true)
        draw(&buffer)
        return buffer
    }

    private static func size(_ random: inout SeededGenerator) -> Size {
        Size(width: .random(in: 1...30, using: &random), height: .random(in: 1...14, using: &random))
    }

    /// Changes a frame like a list with icons: rows move with their images, others come and go.
    private static func changed(_ last: Buffer, _ random: inout SeededGenerator) throws -> Buffer {
        var buffer = last
        if Int.random(in: 0..<3, using: &random) == 0 { buffer = scrolled(buffer, &random) }
        if Int.random(in: 0..<4, using: &random) == 0 {
            buffer.fill(Rect(x: 0, y: 0, width: .random(in: 0...8, using: &random), height: 5), style: .plain)
        }
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let place = Point(
                x: .random(in: 0..<last.size.width, using: &random),
                y: .random(in: 0..<last.size.height, using: &random)
            )
            buffer.draw(["BTC", "日本", "12.5"].randomElement(using: &random) ?? "", at: place)
            let area = Rect(x: place.x, y: place.y, width: 2, height: .random(in: 1...2, using: &random))
            let number = UInt32.random(in: 1...9, using: &random)
            let image = try image(number, bytes: number == 9 ? 3_500 : 20)
            buffer.removeImages(in: area)
            buffer.place(image, in: area)
        }
        return buffer
    }

    private static func scrolled(_ last: Buffer, _ random: inout SeededGenerator) -> Buffer {
        var buffer = last
        let shift = Int.random(in: -3...3, using: &random)
        buffer.scroll(0..<buffer.size.height, by: shift)
        buffer.placements = []
        for placement in last.placements {
            let area = placement.area
            let moved = Rect(x: area.x, y: area.y - shift, width: area.width, height: area.height)
            buffer.place(placement.image, in: moved)
        }
        return buffer
    }
}
