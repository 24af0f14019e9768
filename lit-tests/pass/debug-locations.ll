; RUN: %opt -passes=xblock,verify -S %s | FileCheck %s
; Hooks in a function with debug info have a location, also where the access has none: the verifier
; would reject an inlinable call without.

; CHECK-LABEL: define i32 @f
; CHECK:       call void @__xblock_read4(ptr %p, ptr {{.*}}){{.*}}, !dbg [[NONE:![0-9]+]]
; CHECK-NEXT:  load i32, ptr %p, align 4{{$}}
; CHECK-NEXT:  call void @__xblock_write4(ptr %p, ptr {{.*}}){{.*}}, !dbg [[LINE:![0-9]+]]
; CHECK-NEXT:  store i32 {{.*}}, !dbg [[LINE]]
; CHECK-DAG:   [[NONE]] = !DILocation(line: 0,
; CHECK-DAG:   [[LINE]] = !DILocation(line: 7, column: 3,
define i32 @f(ptr %p) !dbg !3 {
  %v = load i32, ptr %p
  store i32 %v, ptr %p, !dbg !5
  ret i32 %v
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 6, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)
