import FuzzTargets
import PlatformKit

/// libFuzzer's way in. TICKWIRE_FUZZ_TARGET names what is fuzzed.
private let target: FuzzTarget = {
    guard let name = getenv("TICKWIRE_FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
        fatalError("TICKWIRE_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
