import Foundation

/// What the kernel says of another process.
struct ProcessUsage {
    let pid: Int32

    /// CPU time of all threads so far, from schedstat, which counts nanoseconds (proc(5)).
    var cpuSeconds: Double {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return threads.reduce(0) { sum, thread in
            let text = try? String(contentsOfFile: "/proc/\(pid)/task/\(thread)/schedstat", encoding: .utf8)
            return sum + (text?.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }

    var residentKiB: Double {
        let text = try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)
        return (text?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4
    }
}
